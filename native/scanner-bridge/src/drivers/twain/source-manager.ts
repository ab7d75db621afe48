import path from 'node:path'
import koffi from 'koffi'
import { ScanError } from '../../protocol/scan-error.ts'
import { twainError } from './condition.ts'
import { getText, LAYOUTS } from './layouts.ts'
import {
  CONVENTION,
  memoryOfManager,
  memoryOfWindows,
  type Pointer,
  type SharedMemory,
} from './native-memory.ts'
import { DAT, DF, DG, MSG, RC } from './triplets.ts'
import { type WindowMessages, windowMessages } from './window-messages.ts'

/** Which source manager: that of TWAIN 2, the one before it, or a library by its path. */
export type ManagerChoice = 'new' | 'old' | (string & {})

/** A data source as a manager lists it. The same block of memory is used for all calls about it. */
export interface SourceIdentity {
  readonly identity: Buffer
  readonly name: string
  readonly vendor: string
}

type DsmEntry = (
  origin: Buffer,
  dest: Buffer | null,
  dg: number,
  dat: number,
  msg: number,
  data: Buffer | Pointer | null,
) => number

const ENTRY_PARAMETERS = ['void *', 'void *', 'uint32', 'uint16', 'uint16', 'void *']

/** Where a manager may lie, most likely place first. */
function librariesOf(choice: ManagerChoice): string[] {
  if (choice !== 'new' && choice !== 'old') return [choice]
  if (process.platform === 'win32')
    return choice === 'old'
      ? ['twain_32.dll']
      : [path.join(path.dirname(process.execPath), 'TWAINDSM.dll'), 'TWAINDSM.dll']
  return choice === 'old' ? [] : ['libtwaindsm.so.2', 'libtwaindsm.so']
}

/** A source manager, open or not. All calls are made on one thread and wait for their answer. */
export class SourceManager {
  readonly choice: ManagerChoice
  readonly messages: WindowMessages | null = windowMessages()
  private readonly entry: DsmEntry
  private readonly application = applicationIdentity()
  private given: SharedMemory | null = null
  private isOpen = false

  /** @throws ScanError UNSUPPORTED when there is none, or it is of another kind than this process */
  constructor(choice: ManagerChoice) {
    this.choice = choice
    this.entry = loadEntry(choice)
  }

  /** @throws ScanError */
  open(): void {
    if (this.isOpen) return
    const parent = this.messages?.parent ?? Buffer.alloc(8)
    this.check('MSG_OPENDSM', this.call(null, DG.control, DAT.parent, MSG.openDsm, parent))
    this.isOpen = true
    if (!this.isNew) {
      if (process.platform !== 'win32')
        throw new ScanError('UNSUPPORTED', 'a source manager before TWAIN 2')
      this.given = memoryOfWindows()
      return
    }
    const entryPoint = Buffer.alloc(LAYOUTS.EntryPoint.size)
    entryPoint.writeUInt32LE(entryPoint.length, LAYOUTS.EntryPoint.Size)
    this.check('DAT_ENTRYPOINT', this.call(null, DG.control, DAT.entryPoint, MSG.get, entryPoint))
    this.given = memoryOfManager(entryPoint)
  }

  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    const parent = this.messages?.parent ?? Buffer.alloc(8)
    this.call(null, DG.control, DAT.parent, MSG.closeDsm, parent)
  }

  /** Does it know TWAIN 2: callbacks, and memory of its own? */
  get isNew(): boolean {
    return (groupsOf(this.application) & DF.manager2) !== 0
  }

  get memory(): SharedMemory {
    if (!this.given) throw new ScanError('IO_ERROR', 'the source manager is not open')
    return this.given
  }

  /** Sources of the bitness of this process. */
  sources(): SourceIdentity[] {
    const found: SourceIdentity[] = []
    for (let msg: number = MSG.getFirst; ; msg = MSG.getNext) {
      const identity = Buffer.alloc(LAYOUTS.Identity.size)
      // None at all is an error of some managers and the end of the list of others.
      if (this.call(null, DG.control, DAT.identity, msg, identity) !== RC.success) return found
      found.push(sourceOf(identity))
    }
  }

  /** The source that a user chose as the standard one; null when there is none. */
  standardSource(): SourceIdentity | null {
    const identity = Buffer.alloc(LAYOUTS.Identity.size)
    const rc = this.call(null, DG.control, DAT.identity, MSG.getDefault, identity)
    return rc === RC.success ? sourceOf(identity) : null
  }

  openSource({ identity, name }: SourceIdentity): void {
    this.check(`open ${name}`, this.call(null, DG.control, DAT.identity, MSG.openDs, identity))
  }

  /** @returns whether the source let itself be closed */
  closeSource = ({ identity }: SourceIdentity): boolean =>
    this.call(null, DG.control, DAT.identity, MSG.closeDs, identity) === RC.success

  /** One call. Without a source it is for the manager itself. */
  call(
    source: SourceIdentity | null,
    dg: number,
    dat: number,
    msg: number,
    data: Buffer | Pointer | null,
  ): number {
    return this.entry(this.application, source?.identity ?? null, dg, dat, msg, data)
  }

  /** Why the last call did not succeed. */
  errorOf(operation: string, returned: number, source: SourceIdentity | null): ScanError {
    const status = Buffer.alloc(LAYOUTS.Status.size)
    const rc = this.call(source, DG.control, DAT.status, MSG.get, status)
    const condition = rc === RC.success ? status.readUInt16LE(LAYOUTS.Status.ConditionCode) : 1
    return twainError(operation, returned, condition)
  }

  /**
   * A function that sources can call to tell what they have to say.
   *
   * @returns where it is; it stays there as long as the process
   */
  registered(onMessage: (msg: number) => void): Pointer {
    const prototype = koffi.proto(...(CONVENTION as []), null, 'uint16', ENTRY_PARAMETERS)
    return koffi.register(
      (_origin: unknown, _dest: unknown, _dg: number, _dat: number, msg: number) => {
        onMessage(msg)
        return RC.success
      },
      koffi.pointer(prototype),
    )
  }

  private check(operation: string, rc: number): void {
    if (rc !== RC.success) throw this.errorOf(operation, rc, null)
  }
}

function loadEntry(choice: ManagerChoice): DsmEntry {
  if (process.platform === 'darwin')
    throw new ScanError('UNSUPPORTED', 'TWAIN is not driven on this system')
  let cause: unknown
  for (const library of librariesOf(choice))
    try {
      const loaded = koffi.load(library)
      return loaded.func(...(CONVENTION as []), 'DSM_Entry', 'uint16', ENTRY_PARAMETERS) as DsmEntry
    } catch (error) {
      cause = error
    }
  throw new ScanError('UNSUPPORTED', `no TWAIN source manager (${choice}) for ${process.arch}`, {
    cause,
  })
}

function applicationIdentity(): Buffer {
  const at = LAYOUTS.Identity
  const identity = Buffer.alloc(at.size)
  identity.writeUInt16LE(1, at.MajorNum)
  // Language and country: Chinese, as in what a source may show.
  identity.writeUInt16LE(37, at.Language)
  identity.writeUInt16LE(86, at.Country)
  identity.writeUInt16LE(2, at.ProtocolMajor)
  identity.writeUInt16LE(4, at.ProtocolMinor)
  identity.writeUInt32LE(DG.control | DG.image | DF.application2, at.SupportedGroups)
  identity.write('Hengjuan', at.Manufacturer)
  identity.write('Hengjuan', at.ProductFamily)
  identity.write('Hengjuan scanner bridge', at.ProductName)
  return identity
}

const groupsOf = (identity: Buffer): number =>
  identity.readUInt32LE(LAYOUTS.Identity.SupportedGroups)

const sourceOf = (identity: Buffer): SourceIdentity => ({
  identity,
  name: getText(identity, LAYOUTS.Identity.ProductName, 34),
  vendor: getText(identity, LAYOUTS.Identity.Manufacturer, 34),
})

import type { ScanError } from '../../protocol/scan-error.ts'
import {
  arrayOf,
  type Container,
  CONTAINER,
  currentOf,
  oneValue,
  readContainer,
  type TwainValue,
} from './container.ts'
import { getPointer, LAYOUTS, putPointer } from './layouts.ts'
import { readMemory, writeMemory } from './native-memory.ts'
import type { TwainSession } from './session.ts'
import { CAPABILITIES, type CapabilityName, DAT, DG, MSG, RC } from './triplets.ts'

type AskedOf = typeof MSG.get | typeof MSG.getCurrent | typeof MSG.getDefault

/** What a source can do, asked and set one capability at a time. */
export class Capabilities {
  private readonly session: TwainSession
  /** Why the last `set` was refused. */
  refusal: ScanError | null = null

  constructor(session: TwainSession) {
    this.session = session
  }

  /** @returns null when the source does not know the capability */
  get(capability: CapabilityName | number, msg: AskedOf = MSG.get): Container | null {
    const at = LAYOUTS.Capability
    const asked = Buffer.alloc(at.size)
    asked.writeUInt16LE(numberOf(capability), at.Cap)
    // Any kind of container.
    asked.writeUInt16LE(0xffff, at.ConType)
    const rc = this.session.call(DG.control, DAT.capability, msg, asked)
    const handle = getPointer(asked, at.hContainer)
    if (rc !== RC.success && rc !== RC.checkStatus) return null
    if (handle === 0n) return null
    const { memory } = this.session.manager
    try {
      const pointer = memory.lock(handle)
      return readContainer(asked.readUInt16LE(at.ConType), (offset, length) =>
        readMemory(pointer, offset, length),
      )
    } catch {
      // What cannot be understood is as good as not there.
      return null
    } finally {
      memory.unlock(handle)
      memory.free(handle)
    }
  }

  /** The value in force; undefined when the source does not say. */
  current(capability: CapabilityName | number): TwainValue | undefined {
    const now = this.get(capability, MSG.getCurrent) ?? this.get(capability)
    return now ? currentOf(now) : undefined
  }

  /** All values of an array, or of a list; null when there is none. */
  values(capability: CapabilityName | number): TwainValue[] | null {
    const container = this.get(capability)
    if (!container) return null
    if (container.kind === 'array' || container.kind === 'list') return container.values
    return container.kind === 'one' ? [container.value] : null
  }

  /**
   * Sets one value as near to the wanted one as the source allows, and asks what came of it.
   *
   * @returns the value in force; null when the source does not know the capability
   */
  choose(capability: CapabilityName | number, wanted: TwainValue): TwainValue | null {
    this.refusal = null
    const can = this.get(capability)
    if (!can) return null
    if (can.kind === 'array') this.set(capability, CONTAINER.array, arrayOf(can.type, [wanted]))
    else this.set(capability, CONTAINER.one, oneValue(can.type, allowed(can, wanted)))
    return this.current(capability) ?? null
  }

  /**
   * Sets an array of values. Sources that take nothing but single values, whatever a capability is said to
   * hold (Epson's programming guide asks for that), are given a single one as such.
   *
   * @returns the values in force; null when the capability is not known
   */
  chooseAll(
    capability: CapabilityName | number,
    wanted: readonly TwainValue[],
  ): TwainValue[] | null {
    this.refusal = null
    const can = this.get(capability)
    if (!can) return null
    const [only] = wanted
    if (
      !this.set(capability, CONTAINER.array, arrayOf(can.type, wanted)) &&
      only !== undefined &&
      wanted.length === 1
    )
      this.set(capability, CONTAINER.one, oneValue(can.type, only))
    const now = this.get(capability, MSG.getCurrent) ?? this.get(capability)
    if (now?.kind === 'array') return now.values
    const current = now ? currentOf(now) : undefined
    return current === undefined ? [] : [current]
  }

  /** @returns whether the source took it; if not, `refusal` says why */
  private set(capability: CapabilityName | number, kind: number, container: Buffer): boolean {
    const at = LAYOUTS.Capability
    const { memory } = this.session.manager
    const handle = memory.allocate(container.length)
    try {
      writeMemory(memory.lock(handle), container)
      memory.unlock(handle)
      const asked = Buffer.alloc(at.size)
      asked.writeUInt16LE(numberOf(capability), at.Cap)
      asked.writeUInt16LE(kind, at.ConType)
      putPointer(asked, at.hContainer, handle)
      const rc = this.session.call(DG.control, DAT.capability, MSG.set, asked)
      const isTaken = rc === RC.success || rc === RC.checkStatus
      this.refusal = isTaken ? null : this.session.errorOf(`set ${String(capability)}`, rc)
      return isTaken
    } finally {
      memory.free(handle)
    }
  }
}

const numberOf = (capability: CapabilityName | number): number =>
  typeof capability === 'number' ? capability : CAPABILITIES[capability]

/** Numbers with a fraction measure something: the nearest one will do. All others are choices. */
const FIXED = 7

/** The nearest value that a source says it allows; a choice that it does not allow is refused by it. */
function allowed(can: Container, wanted: TwainValue): TwainValue {
  if (typeof wanted !== 'number') return wanted
  if (can.kind === 'range') {
    const inside = Math.min(can.max, Math.max(can.min, wanted))
    return can.step > 0 ? can.min + Math.round((inside - can.min) / can.step) * can.step : inside
  }
  if (can.kind !== 'list' || can.type !== FIXED) return wanted
  return can.values
    .map(Number)
    .reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best))
}

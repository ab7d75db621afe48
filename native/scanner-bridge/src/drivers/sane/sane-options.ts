import { ScanError } from '../../protocol/scan-error.ts'
import {
  type SaneDescriptor,
  type SaneHandle,
  type SaneLibrary,
  saneError,
} from './sane-library.ts'

export type SaneValue = string | number | boolean

/** An option of a device in terms of values; lengths and fractions are plain numbers. */
export interface SaneOption {
  index: number
  name: string
  type: 'bool' | 'int' | 'fixed' | 'string' | 'button' | 'group'
  unit: 'none' | 'pixel' | 'mm' | 'dpi' | 'other'
  size: number
  isSettable: boolean
  isActive: boolean
  choices: SaneValue[] | null
  range: { min: number; max: number; step: number } | null
}

const TYPES = ['bool', 'int', 'fixed', 'string', 'button', 'group'] as const
const UNITS = ['none', 'pixel', 'other', 'mm', 'dpi'] as const
const FIXED_ONE = 65_536
const CAP_SETTABLE = 1
const CAP_INACTIVE = 32
const INFO_RELOAD = 2

/** The options of an open device, read anew whenever a change of one changes others. */
export class SaneOptions {
  private readonly sane: SaneLibrary
  private readonly handle: SaneHandle
  private list: SaneOption[] = []

  constructor(sane: SaneLibrary, handle: SaneHandle) {
    this.sane = sane
    this.handle = handle
  }

  async load(): Promise<void> {
    const count = Buffer.alloc(4)
    const { status } = await this.sane.control(this.handle, 0, 0, count)
    if (status !== 0) throw saneError('sane_control_option', status)
    this.list = []
    for (let index = 1; index < count.readInt32LE(0); index++) {
      const described = this.sane.descriptor(this.handle, index)
      if (described) this.list.push(this.optionOf(index, described))
    }
  }

  all = (): readonly SaneOption[] => this.list

  /** An option that can be set now. */
  find = (name: string): SaneOption | undefined =>
    this.list.find((option) => option.name === name && option.isSettable && option.isActive)

  /** The value of an option; null for one that has none now. */
  async get(name: string): Promise<SaneValue | null> {
    const option = this.list.find((each) => each.name === name && each.isActive)
    if (!option || option.type === 'button' || option.type === 'group') return null
    const buffer = Buffer.alloc(Math.max(4, option.size))
    const { status } = await this.sane.control(this.handle, option.index, 0, buffer)
    return status === 0 ? valueOf(option, buffer) : null
  }

  /**
   * Sets an option and reads back what the device made of it.
   *
   * @returns null when there is no such option now, or the device refuses the value
   */
  async set(name: string, value: SaneValue): Promise<SaneValue | null> {
    const option = this.find(name)
    if (!option) return null
    const buffer = bufferOf(option, value)
    if (!buffer) return null
    const { status, info } = await this.sane.control(this.handle, option.index, 1, buffer)
    if (status !== 0) return null
    if (info & INFO_RELOAD) await this.load()
    return this.get(name)
  }

  private optionOf(index: number, from: SaneDescriptor): SaneOption {
    const type = TYPES[from.type] ?? 'group'
    const scale = type === 'fixed' ? FIXED_ONE : 1
    let choices: SaneValue[] | null = null
    let range: SaneOption['range'] = null
    if (from.constraint && from.ctype === 1) {
      const [min, max, step] = this.sane.words(from.constraint, 3)
      range = { min: (min ?? 0) / scale, max: (max ?? 0) / scale, step: (step ?? 0) / scale }
    } else if (from.constraint && from.ctype === 2) {
      const [count] = this.sane.words(from.constraint, 1)
      const words = this.sane.words(from.constraint, (count ?? 0) + 1).slice(1)
      choices = words.map((word) => word / scale)
    } else if (from.constraint && from.ctype === 3) choices = this.sane.texts(from.constraint)
    return {
      index,
      name: from.name ?? '',
      type,
      unit: UNITS[from.unit] ?? 'other',
      size: from.size,
      isSettable: (from.cap & CAP_SETTABLE) !== 0,
      isActive: (from.cap & CAP_INACTIVE) === 0,
      choices,
      range,
    }
  }
}

function valueOf(option: SaneOption, buffer: Buffer): SaneValue {
  if (option.type === 'string') {
    const end = buffer.indexOf(0)
    return buffer.toString('utf8', 0, end < 0 ? buffer.length : end)
  }
  const word = buffer.readInt32LE(0)
  if (option.type === 'bool') return word !== 0
  return option.type === 'fixed' ? word / FIXED_ONE : word
}

/** Null for a value of the wrong kind. @throws ScanError BAD_VALUE for a text that does not fit */
function bufferOf(option: SaneOption, value: SaneValue): Buffer | null {
  if (option.type === 'string') {
    const text = Buffer.from(`${String(value)}\0`)
    if (text.length > option.size) throw new ScanError('BAD_VALUE', `${option.name}: too long`)
    return Buffer.concat([text, Buffer.alloc(option.size - text.length)])
  }
  // An option of several words (a gamma table) is not ours to set.
  if (option.size !== 4) return null
  const buffer = Buffer.alloc(4)
  if (option.type === 'bool') buffer.writeInt32LE(value === true ? 1 : 0)
  else if (typeof value !== 'number') return null
  else if (option.type === 'int') buffer.writeInt32LE(Math.round(value))
  else if (option.type === 'fixed') buffer.writeInt32LE(Math.round(value * FIXED_ONE))
  else return null
  return buffer
}

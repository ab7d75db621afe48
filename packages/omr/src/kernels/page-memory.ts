import type { Gray } from './gray.ts'
import type { Address, KernelExports } from './wasm/kernel-exports.ts'
import { startKernels } from './wasm/kernel-exports.ts'

/** Room for what one kernel call is given and answers, bytes; what lies here is lost with the next call. */
const workBytes = 6 << 20
/** Besides a page and its crops: rows of bubbles and other things that stay until the next page. */
const leastReserve = 8 << 20
/** Room for what an encoder looks up and works with: it stays, whatever page comes. */
export const tableBytes = 22_528
/** The address 0 is never used. */
const tablesAt = 64
const workAt = tablesAt + tableBytes
const wasmPage = 65_536

/**
 * A memory in which the compiled kernels work on one page: the page is decoded straight into it, and
 * nothing is copied on the way to a reading. One page at a time; the next one takes its place.
 */
export class PageMemory {
  readonly kernels: KernelExports
  /** The whole memory, in three ways; renewed when it grows. */
  bytes: Uint8Array<ArrayBuffer>
  ints: Int32Array<ArrayBuffer>
  floats: Float64Array<ArrayBuffer>
  /** Where the tables of an encoder are. */
  readonly tables: Address = tablesAt
  /** Where kernels are given what they need and put what they find. */
  readonly work: Address = workAt
  readonly workEnd: Address = workAt + workBytes
  private readonly pageAt: Address = workAt + workBytes
  private next: Address = workAt + workBytes

  constructor() {
    this.kernels = startKernels()
    this.bytes = new Uint8Array(0)
    this.ints = new Int32Array(0)
    this.floats = new Float64Array(0)
    this.grow(this.pageAt)
  }

  /** Room for a page of so many bytes; whatever was in this memory before is no longer valid. */
  hold(size: number): Uint8Array<ArrayBuffer> {
    // The kernels read whole vectors, a little past the end of the last row.
    const end = align(this.pageAt + size + 64)
    // A copy of the page may be needed too; what is never used takes no memory but addresses.
    this.grow(end + Math.max(leastReserve, size) + size + 128)
    this.next = end
    return this.bytes.subarray(this.pageAt, this.pageAt + size)
  }

  /**
   * Room for three planes of so many pixels and, behind them, for the interleaved colours that they are made
   * from; that room is given out again as soon as something is reserved. Whatever was in this memory before
   * is no longer valid, unless it was for a page of the same size.
   */
  holdPlanes(size: number): {
    planes: Uint8Array<ArrayBuffer>[]
    colours: Uint8Array<ArrayBuffer>
  } {
    const plane = align(size + 64)
    const colours = this.pageAt + 3 * plane
    this.grow(colours + Math.max(leastReserve, 3 * size + 64))
    this.next = colours
    return {
      planes: [0, 1, 2].map((i) =>
        this.bytes.subarray(this.pageAt + i * plane, this.pageAt + i * plane + size),
      ),
      colours: this.bytes.subarray(colours, colours + 3 * size),
    }
  }

  /** Gives back what was reserved behind a page that lies here, to work on it from the beginning. */
  release(page: Uint8Array): void {
    this.next = align(page.byteOffset + page.length + 64)
  }

  /** Room that stays valid until the next page, or null when there is not so much left. */
  reserve(size: number): Address | null {
    const at = this.next
    if (at + size > this.bytes.length) return null
    this.next = align(at + size)
    return at
  }

  /** Where the next reservation will begin. */
  get reserved(): Address {
    return this.next
  }

  /** Gives back what was reserved since the next reservation would have begun here. */
  giveBack(reserved: Address): void {
    this.next = reserved
  }

  /** What is left, for one kernel call. */
  rest(): { at: Address; size: number } {
    return { at: this.next, size: this.bytes.length - this.next }
  }

  private grow(size: number): void {
    const { memory } = this.kernels
    const missing = size - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / wasmPage))
    if (this.bytes.buffer === memory.buffer) return
    const { buffer } = memory
    this.bytes = new Uint8Array(buffer)
    this.ints = new Int32Array(buffer)
    this.floats = new Float64Array(buffer)
    owners.set(buffer, this)
  }
}

const owners = new WeakMap<ArrayBufferLike, PageMemory>()

const align = (at: number) => (at + 63) & ~63

/** The memory that a picture lies in, or null where it lies elsewhere. */
export const pageMemoryOf = ({ data }: Gray): PageMemory | null => owners.get(data.buffer) ?? null

/** A page that lies in a memory of the kernels. */
export interface HeldPage {
  memory: PageMemory
  at: Address
}

let spare: { memory: PageMemory; data: Uint8Array | null } | null = null

/** The memory that a page lies in; a page that lies elsewhere is copied into a spare one at each call. */
export function heldPage(gray: Gray): HeldPage {
  const owner = owners.get(gray.data.buffer)
  if (gray.data.length < gray.width * gray.height) throw new Error('this page is no longer held')
  if (owner) return { memory: owner, at: gray.data.byteOffset }
  spare ??= { memory: new PageMemory(), data: null }
  const { memory } = spare
  // What was reserved for this page stays; another page begins anew.
  const isSame = spare.data === gray.data
  const held = isSame ? memory.bytes.subarray(memory.workEnd) : memory.hold(gray.data.length)
  held.set(gray.data)
  spare.data = gray.data
  return { memory, at: memory.workEnd }
}

/** The same page, in this memory; what was reserved behind it before is no longer valid. */
export function holdPage(gray: Gray, memory: PageMemory): Gray {
  if (owners.get(gray.data.buffer) === memory) {
    memory.release(gray.data)
    return gray
  }
  const size = gray.width * gray.height
  const data = memory.hold(size)
  data.set(gray.data.subarray(0, size))
  return { data, width: gray.width, height: gray.height }
}

/**
 * A copy of a page, to change it. It lies in the same memory and is valid as long as the page is; where there
 * is no room, it has memory of its own.
 */
export function copyPage(gray: Gray): Gray {
  const { data, width, height } = gray
  const size = width * height
  const owner = owners.get(data.buffer)
  // The kernels read whole vectors, a little past the end.
  const at = owner?.reserve(size + 64) ?? null
  if (!owner || at === null) return { data: Uint8Array.from(data.subarray(0, size)), width, height }
  owner.bytes.copyWithin(at, data.byteOffset, data.byteOffset + size)
  return { data: owner.bytes.subarray(at, at + size), width, height }
}

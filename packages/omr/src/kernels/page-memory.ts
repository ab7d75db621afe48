import type { Gray } from './gray.ts'
import type { Address, KernelExports } from './wasm/kernel-exports.ts'
import { startKernels } from './wasm/kernel-exports.ts'

/** Room for what one kernel call is given and answers, bytes; what lies here is lost with the next call. */
const workBytes = 6 << 20
/** Besides a page and its crops: rows of bubbles and other things that stay until the next page. */
const leastReserve = 8 << 20
/** The address 0 is never used. */
const workAt = 64
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
    this.grow(end + Math.max(leastReserve, size))
    this.next = end
    return this.bytes.subarray(this.pageAt, this.pageAt + size)
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

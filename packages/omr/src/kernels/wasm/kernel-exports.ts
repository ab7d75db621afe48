import { kernelCode } from './kernel-code.ts'

/** An address in a kernel's memory, bytes. */
export type Address = number

/** What the compiled kernels offer; shapes and units are told where they are written, packages/omr/wasm. */
export interface KernelExports {
  memory: WebAssembly.Memory
  tileLevels(
    page: Address,
    width: number,
    height: number,
    tile: number,
    columns: number,
    rows: number,
    stride: number,
    out: Address,
  ): void
  smoothLevels(
    levels: Address,
    work: Address,
    columns: number,
    rows: number,
    counts: Address,
  ): number
  countTones(
    page: Address,
    width: number,
    height: number,
    tile: number,
    columns: number,
    rows: number,
    stride: number,
    levels: Address,
    least: number,
    most: number,
    pale: number,
    border: number,
    greys: Address,
    out: Address,
  ): void
  findBlobs(
    page: Address,
    width: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    tile: number,
    columns: number,
    levels: Address,
    ratio: number,
    step: number,
    records: Address,
    parents: Address,
    mostLabels: number,
    limits: Address,
    runs: Address,
  ): number
  sumInk(
    page: Address,
    width: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    floor: number,
    out: Address,
  ): void
  measureBubbles(
    page: Address,
    width: number,
    height: number,
    places: Address,
    count: number,
    leastInk: number,
    coveredInk: number,
    spans: Address,
    results: Address,
  ): void
  darkShares(
    page: Address,
    places: Address,
    count: number,
    spans: Address,
    level: number,
    results: Address,
  ): void
  ringShare(
    page: Address,
    width: number,
    height: number,
    place: Address,
    points: Address,
    directions: number,
    level: number,
  ): number
  outlineProfile(
    page: Address,
    width: number,
    height: number,
    targets: Address,
    count: number,
    side: number,
    dx: number,
    dy: number,
    n: number,
    step: number,
    cap: number,
    out: Address,
  ): void
  outlinesSeen(
    page: Address,
    width: number,
    height: number,
    targets: Address,
    count: number,
    shifts: Address,
    contrast: number,
    out: Address,
  ): void
  usualRidge(
    page: Address,
    width: number,
    height: number,
    targets: Address,
    count: number,
    dx: number,
    dy: number,
    out: Address,
  ): number
  fineShift(
    page: Address,
    width: number,
    height: number,
    targets: Address,
    count: number,
    n: number,
    step: number,
    cap: number,
    out: Address,
  ): void
  writePlaces(
    points: Address,
    count: number,
    map: Address,
    tile: number,
    columns: number,
    rows: number,
    levels: Address,
    inkShare: number,
    places: Address,
  ): void
  aimPlaces(places: Address, count: number, kinds: Address, outlines: Address): void
  sumRows(page: Address, width: number, lines: Address, count: number, sums: Address): void
  nextDip(
    top: Address,
    bottom: Address,
    from: number,
    to: number,
    reach: number,
    least: number,
  ): number
  lineProfile(
    page: Address,
    width: number,
    height: number,
    places: Address,
    count: number,
    side: number,
    n: number,
    step: number,
    level: number,
    out: Address,
  ): void
  inkRows(
    page: Address,
    pageWidth: number,
    pageHeight: number,
    map: Address,
    width: number,
    first: number,
    every: number,
    rows: number,
    limits: Address,
    out: Address,
  ): void
  countDots(mask: Address, runs: Address, count: number): number
  warpRows(
    page: Address,
    pageWidth: number,
    pageHeight: number,
    map: Address,
    width: number,
    height: number,
    out: Address,
  ): void
  splitChannels(
    rgb: Address,
    count: number,
    keptAt: number,
    hiddenAt: number,
    least: number,
    seen: Address,
    kept: Address,
    hidden: Address,
  ): number
  shrink(
    page: Address,
    pageWidth: number,
    pageHeight: number,
    width: number,
    height: number,
    columns: Address,
    sums: Address,
    out: Address,
  ): void
  encodeBlocks(
    pixels: Address,
    width: number,
    height: number,
    tables: Address,
    out: Address,
    end: Address,
  ): Address
}

let compiled: WebAssembly.Module | null = null

/** A fresh set of kernels with a memory of its own. */
export function startKernels(): KernelExports {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelCode, 'base64'))
  return new WebAssembly.Instance(compiled).exports as unknown as KernelExports
}

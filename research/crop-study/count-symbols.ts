/** How often each symbol stands in files: sizes of steps of the mean, and runs with sizes of coefficients. */
export interface SymbolCounts {
  dc: Map<number, number>
  ac: Map<number, number>
}

type Codes = Map<string, number>

/** Adds the symbols of a baseline JPEG in grey without restarts. */
export function countSymbols(jpeg: Uint8Array, counts: SymbolCounts): void {
  const tables = new Map<number, Codes>()
  const [at, blocks] = findBlocks(jpeg, tables)
  const [dc, ac] = [tables.get(0x00)!, tables.get(0x10)!]
  const next = bitReader(jpeg, at)
  const symbolOf = (codes: Codes) => {
    let code = ''
    for (;;) {
      code += next()
      const symbol = codes.get(code)
      if (symbol !== undefined) return symbol
      if (code.length > 16) throw new Error('a code that no table has')
    }
  }
  const skip = (bits: number) => {
    for (let k = 0; k < bits; k++) next()
  }
  const count = (to: Map<number, number>, symbol: number) =>
    to.set(symbol, (to.get(symbol) ?? 0) + 1)
  for (let block = 0; block < blocks; block++) {
    const size = symbolOf(dc)
    count(counts.dc, size)
    skip(size)
    for (let k = 1; k < 64; k++) {
      const symbol = symbolOf(ac)
      count(counts.ac, symbol)
      if (symbol === 0) break
      k += symbol >> 4
      skip(symbol & 15)
    }
  }
}

/** Reads the segments: tables of codes, where the blocks begin and how many there are. */
function findBlocks(jpeg: Uint8Array, tables: Map<number, Codes>): [number, number] {
  let blocks = 0
  for (let at = 2; ;) {
    const [marker, size] = [jpeg[at + 1]!, (jpeg[at + 2]! << 8) | jpeg[at + 3]!]
    const content = jpeg.subarray(at + 4, at + 2 + size)
    if (marker === 0xc0) {
      const [high, wide] = [1, 3].map((i) => ((content[i]! << 8) | content[i + 1]!) + 7)
      blocks = (high! >> 3) * (wide! >> 3)
    }
    if (marker === 0xc4) readTables(content, tables)
    at += 2 + size
    if (marker === 0xda) return [at, blocks]
  }
}

function readTables(content: Uint8Array, tables: Map<number, Codes>): void {
  for (let at = 0; at < content.length;) {
    const codes: Codes = new Map()
    let [code, symbolAt] = [0, at + 17]
    content.subarray(at + 1, at + 17).forEach((n, i) => {
      for (let k = 0; k < n; k++) {
        codes.set((code++).toString(2).padStart(i + 1, '0'), content[symbolAt++]!)
      }
      code <<= 1
    })
    tables.set(content[at]!, codes)
    at = symbolAt
  }
}

function bitReader(jpeg: Uint8Array, start: number): () => 0 | 1 {
  let [at, left] = [start - 1, 0]
  return () => {
    if (left === 0) {
      at += jpeg[at] === 0xff && at >= start ? 2 : 1
      left = 8
    }
    left--
    return ((jpeg[at]! >> left) & 1) as 0 | 1
  }
}

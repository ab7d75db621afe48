/** A text as programs of before write it, in GBK: Node reads that and cannot write it. */
export function gbkText(text: string): Buffer {
  return Buffer.concat(
    [...text].map((sign) => {
      if (sign.charCodeAt(0) < 0x80) return Buffer.from(sign)
      const bytes = table().get(sign)
      if (!bytes) throw new Error(`GBK has no ${sign}`)
      return bytes
    }),
  )
}

let known: Map<string, Buffer> | null = null

function table(): Map<string, Buffer> {
  if (known) return known
  known = new Map()
  const decoder = new TextDecoder('gbk')
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++) {
      const bytes = Buffer.from([first, second])
      const sign = decoder.decode(bytes)
      if ([...sign].length === 1 && sign !== '\uFFFD' && !known.has(sign)) known.set(sign, bytes)
    }
  return known
}

/**
 * Reads what a person says that a scan holds: values by field id.
 *
 * Two forms are understood: `{ "choice:1": ["A"], "choice:2": [] }`, and a reading as `omr read` writes it,
 * corrected by hand: `{ "fields": [{ "id": "choice:1", "values": ["A"] }] }`. Fields left out are not judged.
 *
 * @throws Error with a Chinese message where the text is neither
 */
export function parseTruth(text: string): Map<string, string[]> {
  const json = parseJson(text)
  if (!isRecord(json)) throw new Error('应为一个对象')
  const truth = new Map<string, string[]>()
  if (Array.isArray(json.fields)) {
    for (const field of json.fields as unknown[]) {
      if (!isRecord(field) || typeof field.id !== 'string')
        throw new Error('fields 里有一项没有 id')
      truth.set(field.id, valuesOf(field.id, field.values))
    }
    return truth
  }
  for (const [id, values] of Object.entries(json)) truth.set(id, valuesOf(id, values))
  return truth
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new Error('标注文件不是有效的 JSON', { cause })
  }
}

function valuesOf(id: string, values: unknown): string[] {
  if (!Array.isArray(values) || values.some((value) => typeof value !== 'string'))
    throw new Error(`${id} 的值应为字符串数组，没有作答时写 []`)
  return values as string[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A template that cannot be used; `problems` are Chinese sentences, each naming the place. */
export class TemplateError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    const shown = problems.slice(0, 8).map((p) => `  · ${p}`)
    const more = problems.length > 8 ? [`  · ……另有 ${problems.length - 8} 处`] : []
    super(['答题卡模板有误，请修改后重试：', ...shown, ...more].join('\n'))
    this.name = 'TemplateError'
    this.problems = problems
  }
}

export type Json = Record<string, unknown>

/** Collects problems instead of stopping at the first. */
export class JsonChecker {
  readonly problems: string[] = []

  problem(path: string, text: string): void {
    const place = path.replace(/^\./, '')
    this.problems.push(place ? `${place}：${text}` : text)
  }

  object(value: unknown, path: string): Json | null {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
    this.problem(path, '应为对象')
    return null
  }

  list(value: unknown, path: string): unknown[] {
    if (Array.isArray(value)) return value
    this.problem(path, '应为数组')
    return []
  }

  text(json: Json, key: string, path: string, options: { mayBeEmpty?: boolean } = {}): string {
    const value = json[key]
    if (typeof value !== 'string') this.problem(`${path}.${key}`, '应为文字')
    else if (value === '' && !options.mayBeEmpty) this.problem(`${path}.${key}`, '不能为空')
    return typeof value === 'string' ? value : ''
  }

  oneOf<T extends string>(json: Json, key: string, path: string, allowed: readonly T[]): T {
    const value = json[key]
    if (typeof value === 'string' && allowed.includes(value as T)) return value as T
    this.problem(`${path}.${key}`, `应为 ${allowed.join('、')} 之一，现在是 ${show(value)}`)
    return allowed[0]!
  }

  flag(json: Json, key: string, path: string): boolean {
    if (typeof json[key] !== 'boolean') this.problem(`${path}.${key}`, '应为 true 或 false')
    return json[key] === true
  }

  number(json: Json, key: string, path: string, range: { least: number; most: number }): number {
    const value = json[key]
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      this.problem(`${path}.${key}`, `应为数字，现在是 ${show(value)}`)
      return range.least
    }
    if (value < range.least || value > range.most) {
      this.problem(`${path}.${key}`, `应在 ${range.least} 到 ${range.most} 之间，现在是 ${value}`)
    }
    return value
  }

  whole(json: Json, key: string, path: string, range: { least: number; most: number }): number {
    const value = this.number(json, key, path, range)
    if (!Number.isInteger(value)) this.problem(`${path}.${key}`, `应为整数，现在是 ${value}`)
    return value
  }
}

const show = (value: unknown) => (value === undefined ? '空缺' : JSON.stringify(value).slice(0, 40))

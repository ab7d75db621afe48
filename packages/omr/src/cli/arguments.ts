/** A mistake in the command line; `message` is Chinese. */
export class UsageError extends Error {}

/** One command of the tool. */
export interface Command {
  name: string
  /** Everything about it, Chinese: usage, options, exit codes. */
  help: string
  /** Options that take a value, without the dashes. */
  options: readonly string[]
  /** Options that take none. */
  flags?: readonly string[]
  /** @returns the exit code */
  run: (line: CommandLine) => Promise<number>
}

/** The words after a command's name. */
export class CommandLine {
  readonly files: string[] = []
  private readonly values = new Map<string, string>()
  private readonly flags = new Set<string>()

  /** @throws UsageError for an option that the command does not have */
  constructor(words: readonly string[], command: Pick<Command, 'options' | 'flags'>) {
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!
      if (!word.startsWith('--')) {
        this.files.push(word)
        continue
      }
      const [key = '', inline] = word.slice(2).split(/=(.*)/s, 2)
      if (command.flags?.includes(key)) {
        this.flags.add(key)
        continue
      }
      if (!command.options.includes(key)) throw new UsageError(`不认识的选项 ${word}`)
      const value = inline ?? words[++i]
      if (value === undefined) throw new UsageError(`选项 --${key} 后面缺少值`)
      this.values.set(key, value)
    }
  }

  text(name: string): string | undefined {
    return this.values.get(name)
  }

  /** @throws UsageError saying what is missing */
  required(name: string, what: string): string {
    const value = this.values.get(name)
    if (!value) throw new UsageError(`缺少 --${name}，请指定${what}`)
    return value
  }

  has(flag: string): boolean {
    return this.flags.has(flag)
  }

  positive(name: string): number | undefined {
    const text = this.values.get(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (!Number.isInteger(value) || value < 1) throw badNumber(name, '正整数', text)
    return value
  }

  /** A length or another quantity above 0. */
  size(name: string): number | undefined {
    const text = this.values.get(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (!Number.isFinite(value) || value <= 0) throw badNumber(name, '正数', text)
    return value
  }

  /** The picture files; at least one. */
  pictures(): string[] {
    if (this.files.length === 0) throw new UsageError('没有给出图片文件')
    return this.files
  }
}

const badNumber = (name: string, what: string, value: unknown) =>
  new UsageError(`--${name} 应为${what}，现在是 ${String(value)}`)

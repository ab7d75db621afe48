import { StringDecoder } from 'node:string_decoder'

/** Bytes; a longer line is not ours. */
export const MAX_LINE = 2 ** 20

/**
 * Cuts a byte stream into lines of JSON. Bytes may arrive in any portions; a character that lies across
 * two of them stays whole.
 */
export class LineReader {
  private readonly decoder = new StringDecoder('utf8')
  private rest = ''
  private isBroken = false
  private readonly onValue: (value: unknown) => void
  private readonly onGarbage: (reason: string) => void

  /**
   * @param onGarbage a line that is no JSON, or one over `MAX_LINE`; nothing is read after the latter
   */
  constructor(onValue: (value: unknown) => void, onGarbage: (reason: string) => void) {
    this.onValue = onValue
    this.onGarbage = onGarbage
  }

  push(chunk: Uint8Array): void {
    if (this.isBroken) return
    const lines = (this.rest + this.decoder.write(chunk)).split('\n')
    this.rest = lines.pop() ?? ''
    for (const line of lines) this.take(line)
    if (this.rest.length > MAX_LINE) this.giveUp()
  }

  private take(line: string): void {
    if (this.isBroken || line.trim() === '') return
    if (line.length > MAX_LINE) return this.giveUp()
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return this.onGarbage(`no JSON: ${line.slice(0, 80)}`)
    }
    this.onValue(value)
  }

  private giveUp(): void {
    this.isBroken = true
    this.rest = ''
    this.onGarbage(`a line of more than ${MAX_LINE} characters`)
  }
}

export const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`

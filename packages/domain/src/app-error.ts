import { errorBook } from './error-book.ts'
import type { ErrorCode } from './error-book.ts'

type BlanksOf<Sentence extends string> = Sentence extends `${string}{${infer Blank}}${infer Rest}`
  ? Blank | BlanksOf<Rest>
  : never

/** What fills the blanks of an error's sentence, by name. */
export type ErrorFacts<Code extends ErrorCode> = Record<
  BlanksOf<(typeof errorBook)[Code]>,
  string | number
>

/** Codes whose sentence has no blank may leave the facts out. */
export type FactsArgument<Code extends ErrorCode> = [BlanksOf<(typeof errorBook)[Code]>] extends [
  never,
]
  ? [facts?: Record<string, never>]
  : [facts: ErrorFacts<Code>]

/**
 * The Chinese sentence of an error with its blanks filled. A fact that is missing at run time shows as 「？」.
 * A space of the sentence stays only where it parts two words: none beside punctuation, and no two in a row.
 */
export function errorMessage<Code extends ErrorCode>(
  code: Code,
  ...[facts]: FactsArgument<Code>
): string {
  return fill(errorBook[code], facts ?? {})
}

/** Stands for a space of the sentence until it is known what it comes to stand between. */
const GAP = '\uE000'
const GAPS = /\uE000+/g
const PUNCTUATION = /[、，。；：？！…—·「」『』《》〈〉（）【】“”‘’]/

function fill(sentence: string, facts: Readonly<Record<string, string | number>>): string {
  const filled = sentence
    .replaceAll(' ', GAP)
    .replace(/\{(\w+)\}/g, (_, blank: string) => wordsOf(facts[blank] ?? '？'))
  return filled.replace(GAPS, (gap, at: number) => {
    const [before, after] = [filled.charAt(at - 1), filled.charAt(at + gap.length)]
    const isLoose = before === '' || after === '' || PUNCTUATION.test(before + after)
    return isLoose ? '' : ' '
  })
}

/** A fact as words of a sentence. One that brings a space of its own keeps it where a number meets words. */
function wordsOf(fact: string | number): string {
  const text = String(fact)
  const words = text.trim().replace(/\s+/g, ' ')
  const before = /^\s+\w/.test(text) ? GAP : ''
  const after = /\w\s+$/.test(text) ? GAP : ''
  return before + words + after
}

/** One field of a form that was not accepted: `path` as in JSON (`students.3.name`), `message` in Chinese. */
export interface FieldError {
  path: string
  message: string
}

/** An error that a user may read. `message` is the finished Chinese sentence. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly facts: Readonly<Record<string, string | number>>
  /** Filled for `INPUT_INVALID` and the like; empty otherwise. */
  readonly details: readonly FieldError[] = []

  constructor(code: Code, ...[facts]: FactsArgument<Code>) {
    super(fill(errorBook[code], facts ?? {}))
    this.name = 'AppError'
    this.code = code
    this.facts = facts ?? {}
  }

  /** The same error with the fields that caused it. */
  withDetails(details: readonly FieldError[]): this {
    return Object.assign(this, { details })
  }

  /** The same error with what caused it, for the log. */
  withCause(cause: unknown): this {
    return Object.assign(this, { cause })
  }
}

/** An error code from outside (an untyped rejection) with the facts that it came with. */
export const appErrorOf = (
  code: ErrorCode,
  facts: Readonly<Record<string, string | number>>,
): AppError => Reflect.construct(AppError, [code, facts]) as AppError

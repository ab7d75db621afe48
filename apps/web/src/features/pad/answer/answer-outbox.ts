import { CallError, isPassing } from '@hengjuan/client'
import type { InputOf, padSave, ReplyOf } from '@hengjuan/contracts'
import { answerKey } from '../paper/answers.ts'

type Saved = ReplyOf<typeof padSave>
export type Change = InputOf<typeof padSave>['body']['changes'][number]

/** What is known of how safe the answers are. */
export interface OutboxState {
  /** By question and part: on this device only. */
  unsent: ReadonlySet<string>
  savedAt: number | null
  isOffline: boolean
  /** Another device writes now: this one only looks. */
  isTaken: boolean
  isPaused: boolean
  endsAt: string
  submittedAt: string | null
  /** Chinese: what the server refused; null where it took all. */
  problem: string | null
}

interface Options {
  send: (body: { seq: number; changes: Change[]; left: number }) => Promise<Saved>
  /** Keeps what is unsent on this device, before anything else happens. */
  keep: (changes: readonly Change[]) => void
  seq: number
  endsAt: string
  submittedAt: string | null
  /** Unsent from before the page was loaded anew. */
  unsent: readonly Change[]
  onChange: (state: OutboxState) => void
}

/** Changes of one call: what a paper has at most, and what a call takes. */
const MOST = 400

/**
 * Answers on their way to the server. Each is on this device before it is on its way, goes out with all others that
 * wait, and leaves only when the server has it; of an answer only the last word is sent.
 */
export class AnswerOutbox {
  readonly #options: Options
  readonly #unsent = new Map<string, Change>()
  #seq: number
  #left = 0
  #isSending: Promise<boolean> | null = null
  #state: OutboxState

  constructor(options: Options) {
    this.#options = options
    this.#seq = options.seq
    for (const change of options.unsent) this.#unsent.set(keyOf(change), change)
    this.#state = {
      unsent: new Set(this.#unsent.keys()),
      savedAt: null,
      isOffline: false,
      isTaken: false,
      isPaused: false,
      endsAt: options.endsAt,
      submittedAt: options.submittedAt,
      problem: null,
    }
  }

  get state(): OutboxState {
    return this.#state
  }

  put(change: Change): void {
    this.#unsent.set(keyOf(change), change)
    this.#keep()
  }

  /** The page was left once more; told with what is sent next. */
  leave(): void {
    this.#left += 1
  }

  /** All that waits, for a call of another kind that takes it along. */
  take(): { seq: number; changes: Change[] } {
    this.#seq += 1
    return { seq: this.#seq, changes: [...this.#unsent.values()].slice(0, MOST) }
  }

  /** The server has what was taken. */
  sent(changes: readonly Change[], saved: Saved): void {
    for (const change of changes)
      // What was changed again meanwhile still waits.
      if (this.#unsent.get(keyOf(change))?.at === change.at) this.#unsent.delete(keyOf(change))
    const refused = saved.refused > 0 ? `${saved.refused} 处作答在结束以后才作，没有计入` : null
    const waiting = saved.waiting > 0 ? `${saved.waiting} 处作答到得太晚，由老师决定是否计入` : null
    this.#set({
      savedAt: Date.now(),
      isOffline: false,
      isPaused: saved.paused,
      endsAt: saved.ends_at,
      submittedAt: saved.submitted_at,
      problem: refused ?? waiting,
    })
    this.#keep()
  }

  /**
   * Sends what waits, or asks how things stand where nothing does.
   *
   * @returns whether the server has everything
   */
  async flush(): Promise<boolean> {
    if (this.#state.isTaken) return false
    this.#isSending ??= this.#send().finally(() => {
      this.#isSending = null
    })
    return this.#isSending
  }

  async #send(): Promise<boolean> {
    const { seq, changes } = this.take()
    const left = this.#left
    try {
      const saved = await this.#options.send({ seq, changes, left })
      this.#left -= left
      this.sent(changes, saved)
      return this.#unsent.size === 0
    } catch (error) {
      this.fail(error, changes)
      return false
    }
  }

  /** What came of a call that did not go through. */
  fail(error: unknown, changes: readonly Change[]): void {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'PAD_OTHER_DEVICE') return this.#set({ isTaken: true })
    if (isPassing(error) || error.code === 'LOGIN_EXPIRED') return this.#set({ isOffline: true })
    // It will never be taken: it stays on the page, and does not hold up the others.
    for (const change of changes) this.#unsent.delete(keyOf(change))
    this.#set({ problem: error.message })
    this.#keep()
  }

  #keep(): void {
    this.#options.keep([...this.#unsent.values()])
    this.#set({})
  }

  #set(next: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...next, unsent: new Set(this.#unsent.keys()) }
    this.#options.onChange(this.#state)
  }
}

const keyOf = ({ question_id, sub }: Change): string => answerKey(question_id, sub)

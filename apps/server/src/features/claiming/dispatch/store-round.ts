import { type Db, readTogether } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { ScoresAhead, subjectRulesKept } from '../../scoring/index.ts'
import {
  barLists,
  barQueries,
  type ClaimAsk,
  coversBars,
  type NothingNew,
  type SeenTarget,
  sharesKept,
  takenFrom,
} from '../../marking-setup/index.ts'
import {
  type Assignment,
  assignmentsFrom,
  type BlockRules,
  blockRulesKept,
  type LeftPaper,
  type ReadingRow,
  sizesAhead,
  storeUnits,
  type Submitted,
  UnitLedger,
  type UnitRow,
} from '../../marking-core/index.ts'
import { awaitsSecond } from '../../quality/index.ts'
import { handIn, notInHand, selectMissing, selectRepeated } from '../hand-in/hand-in.ts'
import { claimForAll, claimQueries } from './claim-units.ts'
import { papersGiven } from './papers-given.ts'
import { type HandRows, handsAfter, heldNow } from './queue-view.ts'
import { readRound, type RoundRead } from './read-round.ts'
import { entriesFrom } from './round-entry.ts'
import type { Wish } from './wish.ts'

/** What the transaction did for a wish. */
interface Stored {
  rules: BlockRules
  submitted: Submitted | null
  reason: NothingNew
  seen: SeenTarget
}

export interface PlayedRound {
  stored: (Stored | AppError)[]
  /** Papers that the round had in hand. */
  papers: readonly UnitRow[]
  /** What the markers hold and have done now. */
  rows: HandRows
  /** Papers as the round left them. */
  left: Iterable<LeftPaper>
  /** The version of the rows that it wrote; null where rows have none. */
  version: string | null
}

/**
 * The transaction of a round: papers are handed in, then hands are filled, as one flush where that is the same. Whose
 * share is counted from what is stored has to wait until it is.
 *
 * @param isAgain it was tried before, and may have been stored
 */
export async function storeRound(
  db: Db,
  services: Services,
  wishes: readonly Wish[],
  isAgain: boolean,
): Promise<PlayedRound> {
  const round = await readRound(db, services, wishes)
  const owns = assignmentsFrom(round.locked.assignments)
  const stored = await letIn(db, services, wishes, round, owns)
  const bars = coversBars(round.guessed, asking(wishes, stored))
    ? {}
    : await readTogether(db, barQueries(db, barLists(asking(wishes, stored))))
  const read = { ...round.early, ...bars }
  const clients = new Map(wishes.map(({ markerId, clientId }) => [markerId, clientId ?? null]))
  const ledger = new UnitLedger(db, services, (userId) => clients.get(userId) ?? null)
  const readings = await openPapers(db, services, ledger, wishes, round, isAgain)

  const measured = await takeScores(db, services, ledger, { wishes, stored, owns, readings })
  // What was made of a seed says at once whether, and what, its marker is given next.
  const ownsNow = assignmentsFrom([...round.locked.assignments, ...measured])

  const write = writingOf(db, services, ledger, round)
  const fill = async (
    asks: readonly Asking[],
    seen: Parameters<typeof claimForAll>[4],
    isLast: (answers: readonly (NothingNew | AppError)[]) => boolean,
  ): Promise<void> => {
    const { answers, places } = await claimForAll(db, services, ledger, asks, seen)
    const sizes = sizesAhead(db, services, ledger.papers())
    await write({ along: places, behind: [sizes], isLast: isLast(answers) })
    for (const [no, answer] of answers.entries()) {
      const ask = asks[no]
      if (!ask) continue
      if (answer instanceof AppError) stored[ask.index] = answer
      else ask.result.reason = answer
    }
  }
  const asks = withShares(services, asking(wishes, stored), ownsNow, read)
  const later = asks.filter((ask) => looksBack(ask, ownsNow))
  const atOnce = asks.filter((ask) => !later.includes(ask))
  if (atOnce.length > 0 || later.length === 0)
    await fill(
      atOnce,
      { ...read, held: heldNow(ledger, read.held), owns: ownsNow, foreseen: round.foreseen },
      (answers) => later.length === 0 && !(ledger.hasFreed && answers.includes('empty')),
    )
  else await write({})
  // What was handed in counts, or opened a slot for a third reader: it is stored by now.
  const waiting = [
    ...later,
    ...(ledger.hasFreed ? atOnce.filter(({ result }) => result.reason === 'empty') : []),
  ]
  if (waiting.length > 0)
    await fill(
      waiting,
      {
        ...(await readTogether(db, claimQueries(db, waiting))),
        // Where somebody has looked there is no more.
        foreseen: (window) =>
          later.some(({ markerId }) => markerId === window.markerId)
            ? round.foreseen(window)
            : null,
        owns: ownsNow,
      },
      () => true,
    )
  return {
    stored,
    papers: ledger.papers(),
    rows: handsAfter(ledger, read),
    left: ledger.left(),
    version: round.locked.own[0]?.row_version ?? null,
  }
}

/** Who may take part in the round, and under which rules; for everybody else, why not. */
async function letIn(
  db: Db,
  services: Services,
  wishes: readonly Wish[],
  { early }: RoundRead,
  owns: Owns,
): Promise<(Stored | AppError)[]> {
  const rulesOf = await blockRulesKept(services).of(db, early.stamps, early)
  const mayEnter = entriesFrom(early)
  return wishes.map(({ blockId, markerId, admission }): Stored | AppError => {
    const rules = rulesOf.get(blockId)
    if (admission && !(owns(blockId, markerId) && mayEnter(admission, blockId)))
      return new AppError('LOGIN_EXPIRED')
    if (!rules) return new AppError('MARKING_BLOCK_NOT_FOUND')
    if (!owns(blockId, markerId))
      return new AppError('MARKING_NOT_ASSIGNED', { block: rules.block.name })
    return { rules, submitted: null, reason: null, seen: {} }
  })
}

/** Whose hands are to be filled. */
interface Asking extends ClaimAsk {
  /** Of the wish. */
  index: number
  result: Stored
  seen: SeenTarget
}

const asking = (wishes: readonly Wish[], stored: readonly (Stored | AppError)[]): Asking[] =>
  stored.flatMap((result, index) => {
    const { markerId, want } = wishes[index] ?? { markerId: 0, want: 0 }
    return result instanceof AppError || want === 0
      ? []
      : [{ index, result, rules: result.rules, markerId, want, seen: result.seen }]
  })

/**
 * Takes the papers that are handed in into the ledger.
 *
 * @returns the readings that are handed in, and those that were given under the same keys before
 */
async function openPapers(
  db: Db,
  services: Services,
  ledger: UnitLedger,
  wishes: readonly Wish[],
  { locked, early }: RoundRead,
  isAgain: boolean,
): Promise<ReadingRow[]> {
  const judgements = wishes.flatMap(({ judgement }) => judgement ?? [])
  ledger.open(locked.units, early.readings)
  const known = [
    ...early.readings,
    ...early.measures,
    ...papersGiven(services).reopen(ledger, {
      whole: locked.whole,
      wholeReadings: early.wholeReadings,
    }),
  ]
  const found = [...known, ...(await selectMissing(db, judgements, known))]
  const maybeRepeated = isAgain ? judgements : notInHand(judgements, found)
  return [...found, ...(await selectRepeated(db, maybeRepeated))]
}

/**
 * Takes the scores into the ledger and notes for each wish what became of it.
 *
 * @returns the places of those whom a paper measured, as they are now
 */
async function takeScores(
  db: Db,
  services: Services,
  ledger: UnitLedger,
  round: {
    wishes: readonly Wish[]
    stored: (Stored | AppError)[]
    owns: Owns
    readings: readonly ReadingRow[]
  },
): Promise<Assignment[]> {
  const { wishes, stored, owns, readings } = round
  const handed = stored.flatMap((result, index) => {
    const judgement = wishes[index]?.judgement
    if (!judgement || result instanceof AppError) return []
    const own = owns(judgement.blockId, judgement.markerId)
    return [{ index, result, rules: result.rules, judgement, own }]
  })
  const { outcomes, places } = await handIn(db, services, ledger, handed, readings)
  for (const [no, { index, result }] of handed.entries()) {
    const outcome = outcomes[no]
    if (outcome instanceof AppError) stored[index] = outcome
    else if (outcome) result.submitted = outcome
  }
  return places
}

/** Writes what the ledger holds. Scores that were read ahead serve the first time: afterwards they are older. */
function writingOf(
  db: Db,
  services: Services,
  ledger: UnitLedger,
  { lockedScores, early, unread }: RoundRead,
): (options: Omit<Parameters<typeof storeUnits>[3] & object, 'ahead'>) => Promise<void> {
  let ahead: ScoresAhead | undefined = new ScoresAhead(
    lockedScores,
    early,
    subjectRulesKept(services),
    unread,
  )
  return async (options) => {
    await storeUnits(db, services, ledger, { ...options, ahead })
    ahead = undefined
  }
}

type Owns = ReturnType<typeof assignmentsFrom>

/** The same with the share of each where that need not be counted: what is handed in or given leaves what is taken. */
function withShares(
  services: Services,
  asks: readonly Asking[],
  owns: Owns,
  read: Parameters<typeof takenFrom>[0],
): Asking[] {
  if (asks.every(({ rules }) => rules.block.alloc_mode === 1)) return [...asks]
  const taken = takenFrom(read)
  const kept = sharesKept(services)
  return asks.map((ask) => {
    const { rules, markerId, want } = ask
    const own = owns(rules.block.id, markerId)
    if (rules.block.alloc_mode === 1 || !own) return ask
    const share = kept.of(rules, own, taken(rules.block.id, markerId), want)
    if (share) ask.seen.target = share.target
    return { ...ask, share }
  })
}

/** Does it depend on stored work how many papers, and which, a marker is given? */
function looksBack({ rules, markerId, share }: Asking, owns: Owns): boolean {
  const own = owns(rules.block.id, markerId)
  if (own && awaitsSecond(rules, own)) return true
  return rules.block.alloc_mode !== 1 && !share
}

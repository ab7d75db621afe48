import {
  type Db,
  hasAny,
  inTurn,
  isPostgres,
  readingLists,
  readTogether,
  type RowWrite,
  type Turn,
} from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Admission } from '../../../http/admission.ts'
import type { Services } from '../../../services.ts'
import { lockedAhead, queriesAhead, ScoresAhead, subjectRulesKept } from '../../scoring/index.ts'
import { storeUnits } from '../engine/apply-event.ts'
import { assignmentsForUpdate, assignmentsFrom } from '../block/block-marker.query.ts'
import { type BlockRules, rulesQueries } from '../block/block-rules.query.ts'
import type { ClaimAsk, NothingNew, SeenTarget } from './claim-turn.ts'
import { foresee } from './claim-windows.query.ts'
import { guessWindows } from './claims-ahead.ts'
import { blocksWithThirds } from './claim.query.ts'
import { claimForAll, claimQueries } from './claim-units.ts'
import { entriesFrom, entryLists, entryQueries } from './round-entry.ts'
import { barLists, barQueries, coversBars } from '../allocation/eligibility.ts'
import { sizesAhead } from '../desk/image-sizes.ts'
import { handIn, keepUnplaced, notInHand, selectMissing, selectRepeated } from '../desk/hand-in.ts'
import type { Judgement, Submitted } from '../engine/judgement.ts'
import { blockRulesKept, stampsOf } from '../block/kept-rules.ts'
import { papersGiven } from './papers-given.ts'
import { stopWork } from '../quality/stop-work.ts'
import { isSeed } from '../quality/take-seed.ts'
import {
  type Hand,
  handQueries,
  type HandRows,
  handsAfter,
  queuesOf,
  type Queue,
} from './queue-view.ts'
import type { UnitRow } from '../engine/unit-facts.ts'
import { type LeftPaper, UnitLedger } from '../engine/unit-ledger.ts'
import {
  ownVersion,
  papersForUpdate,
  paperVersionsForUpdate,
  readingsOfPapers,
  readingVersions,
} from '../engine/unit.query.ts'
import { withRetry } from '../engine/with-retry.ts'

/** What a marker wants in one go. */
export interface Wish {
  blockId: number
  markerId: number
  /** The paper that is handed in; null when none is. */
  judgement: Judgement | null
  /** Papers to have in hand afterwards, 1 to 10; 0 asks for none. */
  want: number
  /** From where it comes, row of `mark_client`; several are granted as one. */
  clientId?: number | null
  /** To be confirmed before it is granted; absent where the marker is let in. */
  admission?: Admission | null
}

export interface Granted {
  submitted: Submitted | null
  /** Everything in the marker's hands; null when no papers were asked for. */
  queue: Queue | null
}

/**
 * Grants wishes in one transaction: papers are handed in first, then hands are filled.
 *
 * @param wishes no marker twice
 * @returns for each what it was granted, or why it was refused
 */
export async function playRound(
  services: Services,
  wishes: readonly Wish[],
): Promise<(Granted | AppError)[]> {
  let tries = 0
  const { stored, papers, rows, left, version } = await withRetry(services, (db) =>
    storeRound(db, services, wishes, ++tries > 1),
  )
  const given = papersGiven(services)
  if (rows) given.note(rows.held)
  if (version !== null) given.keep(left, version)
  for (const [index, result] of stored.entries())
    if (!(result instanceof AppError) && result.submitted?.stops && wishes[index])
      await stopWork(services, wishes[index])
  await keepUnplaced(
    services.db,
    wishes.flatMap(({ judgement }, index) => {
      const result = stored[index]
      return judgement && result instanceof AppError && NOT_TAKEN.includes(result.code)
        ? [judgement]
        : []
    }),
  )
  const hands = wishes.flatMap(({ markerId, want }, index): (Hand & { index: number })[] => {
    const result = stored[index]
    return result && !(result instanceof AppError) && want > 0
      ? [{ index, markerId, ...result }]
      : []
  })
  const queues = await queuesOf(services, hands, papers, rows)
  const queueAt = new Map(hands.map(({ index }, no) => [index, queues[no] ?? null]))
  return stored.map((result, index) =>
    result instanceof AppError
      ? result
      : { submitted: result.submitted, queue: queueAt.get(index) ?? null },
  )
}

/** Refusals after which a score is kept for its marker to see. */
const NOT_TAKEN: readonly string[] = [
  'MARKING_LEASE_LOST',
  'MARKING_UNIT_NOT_OPEN',
  'MARKING_UNIT_LOCKED',
  'MARKING_BLOCK_CLOSED',
  'MARKING_SEED_STOPPED',
]

/** What the transaction did for a wish. */
interface Stored {
  rules: BlockRules
  submitted: Submitted | null
  reason: NothingNew
  seen: SeenTarget
}

interface PlayedRound {
  stored: (Stored | AppError)[]
  /** Papers that the round had in hand. */
  papers: readonly UnitRow[]
  /** What the markers hold and have done now; null where the ledger does not know. */
  rows: HandRows | null
  /** Papers as the round left them. */
  left: Iterable<LeftPaper>
  /** The version of the rows that it wrote; null where rows have none. */
  version: string | null
}

async function storeRound(
  db: Db,
  services: Services,
  wishes: readonly Wish[],
  isAgain: boolean,
): Promise<PlayedRound> {
  const judgements = wishes.flatMap(({ judgement }) => judgement ?? [])
  const readingIds = judgements.map(({ readingId }) => readingId)
  const blockIds = unique(wishes.map(({ blockId }) => blockId))
  const kept = blockRulesKept(services)
  const subjects = subjectRulesKept(services)
  const wanting = wishes.filter(({ want }) => want > 0)
  const pairs = pairsOf(wanting)
  const guessed = wanting.flatMap(({ blockId, markerId }) => {
    // Whom markers are kept from is guessed from these and asked for together with what decides.
    const rules = kept.guess(blockId)
    return rules ? [{ rules, markerId }] : []
  })
  const papersOut = papersGiven(services)
  const { wholeIds, ...looked } = papersOut.listsOf(readingIds)
  // Where ways to the database cost nothing, what may not be needed is not read ahead.
  const scored = isPostgres(db)
    ? {
        unitIds: [...wholeIds, ...looked.unitIds],
        readingIds: looked.readingIds,
        places: placesOf(guessed.map(({ rules }) => rules.block)),
      }
    : { unitIds: [], readingIds: [], places: [] }
  const unread = subjects.unread(scored.places)
  const [opened, lockedScores, early, foreseen] = await inTurn(
    db,
    [
      readingLists(
        db,
        'round, locked',
        { pairs: pairsOf(wishes), ...looked, wholeIds },
        (given) => ({
          assignments: assignmentsForUpdate(db, given.pairs),
          units: papersForUpdate(db, given),
          whole: hasAny(given.wholeIds) ? paperVersionsForUpdate(db, given.wholeIds) : undefined,
          own: isPostgres(db) ? ownVersion(db) : undefined,
        }),
      ),
      readingLists(db, 'round, scores locked', scored, (given) => lockedAhead(db, given)),
      readingLists(
        db,
        'round',
        {
          blockIds,
          unreadBlockIds: kept.unread(blockIds),
          ...entryLists(wishes),
          places: scored.places,
          unread,
          ...barLists(guessed),
          ...looked,
          wholeIds,
          papers: scored.unitIds,
          pairs,
          wanting: unique(wanting.map(({ blockId }) => blockId)),
        },
        (given) => ({
          // Behind the locks: who holds the markers of a block has changed its rules before, or waits (`holdMarkers`).
          stamps: stampsOf(db, given.blockIds),
          ...rulesQueries(db, given.unreadBlockIds),
          ...entryQueries(db, given),
          readings: readingsOfPapers(db, given),
          wholeReadings: hasAny(given.wholeIds) ? readingVersions(db, given.wholeIds) : undefined,
          ...barQueries(db, given),
          ...handQueries(db, given.pairs),
          waiting: hasAny(given.wanting) ? blocksWithThirds(db, given.wanting) : undefined,
          ...queriesAhead(db, { ...given, unitIds: given.papers }),
        }),
      ),
      foresee(
        db,
        guessWindows(
          services,
          wanting.filter(({ judgement }) => judgement),
        ),
      ),
    ],
    { keepsPlans: true },
  )
  const rulesOf = await kept.of(db, early.stamps, early)
  const owns = assignmentsFrom(opened.assignments)
  const mayEnter = entriesFrom(early)
  const stored = wishes.map(({ blockId, markerId, admission }): Stored | AppError => {
    const rules = rulesOf.get(blockId)
    if (admission && !(owns(blockId, markerId) && mayEnter(admission, blockId)))
      return new AppError('LOGIN_EXPIRED')
    if (!rules) return new AppError('MARKING_BLOCK_NOT_FOUND')
    if (!owns(blockId, markerId))
      return new AppError('MARKING_NOT_ASSIGNED', { block: rules.block.name })
    return { rules, submitted: null, reason: null, seen: {} }
  })
  const asking = (): (ClaimAsk & { index: number; result: Stored })[] =>
    stored.flatMap((result, index) => {
      const { markerId, want } = wishes[index] ?? { markerId: 0, want: 0 }
      return result instanceof AppError || want === 0
        ? []
        : [{ index, result, rules: result.rules, markerId, want, seen: result.seen }]
    })
  const read = coversBars(guessed, asking())
    ? early
    : { ...early, ...(await readTogether(db, barQueries(db, barLists(asking())))) }
  const clients = new Map(wishes.map(({ markerId, clientId }) => [markerId, clientId ?? null]))
  const ledger = new UnitLedger(db, services, (userId) => clients.get(userId) ?? null)
  ledger.open(opened.units, read.readings)
  const known = [
    ...read.readings,
    ...papersOut.reopen(ledger, { whole: opened.whole, wholeReadings: early.wholeReadings }),
  ]
  const found = [...known, ...(await selectMissing(db, judgements, known))]
  const readings = [
    ...found,
    ...(await selectRepeated(db, isAgain ? judgements : notInHand(judgements, found))),
  ]

  const seeds = new Set(readings.filter(isSeed).map(({ id }) => id))
  let ahead: ScoresAhead | undefined = new ScoresAhead(lockedScores, early, subjects, unread)
  const store = async (options: {
    along?: readonly RowWrite[]
    behind?: readonly Turn<unknown>[]
    isLast?: boolean
  }) => {
    await storeUnits(db, services, ledger, { ...options, ahead })
    // They are as they were before.
    ahead = undefined
  }
  const handed = stored.flatMap((result, index) => {
    const judgement = wishes[index]?.judgement
    return judgement && !(result instanceof AppError)
      ? [
          {
            index,
            result,
            rules: result.rules,
            judgement,
            own: owns(judgement.blockId, judgement.markerId),
          },
        ]
      : []
  })
  for (const [no, outcome] of (await handIn(db, services, ledger, handed, readings)).entries()) {
    const one = handed[no]
    if (!one) continue
    if (outcome instanceof AppError) stored[one.index] = outcome
    else one.result.submitted = outcome
  }

  const isMeasured = handed.some(({ judgement }) => seeds.has(judgement.readingId))
  const looksBack = asking().some(({ rules }) => countsWork(rules)) || isMeasured
  let isServed = false
  const fill = async (
    asks: ReturnType<typeof asking>,
    seen: Parameters<typeof claimForAll>[4],
    isLast: (answers: readonly (NothingNew | AppError)[]) => boolean,
  ): Promise<void> => {
    const claimed = await claimForAll(db, services, ledger, asks, seen)
    const { answers, cursors } = claimed
    isServed ||= claimed.isMeasured
    const sizes = sizesAhead(db, services, ledger.papers())
    await store({ along: [cursors], behind: [sizes], isLast: isLast(answers) })
    for (const [no, answer] of answers.entries()) {
      const ask = asks[no]
      if (!ask) continue
      if (answer instanceof AppError) stored[ask.index] = answer
      else ask.result.reason = answer
    }
  }
  const played = (): PlayedRound => ({
    stored,
    papers: ledger.papers(),
    rows: isMeasured || isServed ? null : handsAfter(ledger, read),
    left: isMeasured || isServed ? [] : ledger.left(),
    version: opened.own[0]?.row_version ?? null,
  })
  const asks = asking()
  if (!looksBack) {
    await fill(
      asks,
      { ...read, owns, foreseen },
      (answers) => !(ledger.hasFreed && answers.includes('empty')),
    )
    if (!ledger.hasFreed) return played()
  } else await store({})
  // What was handed in counts, or opened a slot for a third reader: it is stored by now.
  const waiting = looksBack ? asks : asking().filter(({ result }) => result.reason === 'empty')
  if (waiting.length > 0)
    await fill(
      waiting,
      {
        ...(await readTogether(db, claimQueries(db, waiting))),
        ...(looksBack ? { foreseen } : {}),
        // What was made of a seed says at once whether, and what, its marker is given next.
        owns: isMeasured
          ? assignmentsFrom(await assignmentsForUpdate(db, pairsOf(wishes)).execute())
          : owns,
      },
      () => true,
    )
  return played()
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

const placesOf = (blocks: readonly BlockRules['block'][]) => [
  ...new Map(
    blocks.map(({ exam_id, subject_id }) => [`${exam_id} ${subject_id}`, { exam_id, subject_id }]),
  ).values(),
]

const pairsOf = (wishes: readonly Pick<Wish, 'blockId' | 'markerId'>[]) =>
  wishes.map(({ blockId, markerId }) => ({ block_id: blockId, marker_id: markerId }))

/** Does it depend on stored work how many papers, and which, a marker of the block is given? */
const countsWork = ({ block, settings }: BlockRules): boolean =>
  block.alloc_mode !== 1 || block.has_seeds === 1 || settings.dailyCap > 0 || settings.qualify

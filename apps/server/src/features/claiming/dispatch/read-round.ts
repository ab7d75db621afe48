import { type Db, hasAny, inTurn, isPostgres, readingLists } from '@hengjuan/db'
import type { Services } from '../../../services.ts'
import { lockedAhead, queriesAhead, subjectRulesKept } from '../../scoring/index.ts'
import { barLists, barQueries } from '../../marking-setup/index.ts'
import {
  assignmentsForUpdate,
  type BlockRules,
  blockRulesKept,
  blocksWithThirds,
  ownVersion,
  papersForUpdate,
  paperVersionsForUpdate,
  readingsById,
  readingsOfPapers,
  readingVersions,
  rulesQueries,
  stampsOf,
} from '../../marking-core/index.ts'
import { foresee } from './claim-windows.query.ts'
import { guessWindows } from './claims-ahead.ts'
import { papersGiven } from './papers-given.ts'
import { handQueries } from './queue-view.ts'
import { entryLists, entryQueries } from './round-entry.ts'
import type { Wish } from './wish.ts'

/** What a round knows before it decides anything. */
export type RoundRead = Awaited<ReturnType<typeof readRound>>

/**
 * Locks the papers and places of a round and reads all that it will most likely need, in statements that are sent
 * behind one another: what is locked first, then what is decided by, as new as the locks.
 */
export async function readRound(db: Db, services: Services, wishes: readonly Wish[]) {
  const readingIds = wishes.flatMap(({ judgement }) => judgement?.readingId ?? [])
  const blockIds = unique(wishes.map(({ blockId }) => blockId))
  const wanting = wishes.filter(({ want }) => want > 0)
  const kept = blockRulesKept(services)
  // Whom markers are kept from is guessed from rules as they were, and asked for together with what decides.
  const guessed = wanting.flatMap(({ blockId, markerId }) => {
    const rules = kept.guess(blockId)
    return rules ? [{ rules, markerId }] : []
  })
  const { wholeIds, measureIds, ...looked } = papersGiven(services).listsOf(readingIds)
  // Where ways to the database cost nothing, what may not be needed is not read ahead.
  const scored = isPostgres(db)
    ? {
        unitIds: [...wholeIds, ...looked.unitIds],
        readingIds: looked.readingIds,
        places: placesOf(guessed.map(({ rules }) => rules.block)),
      }
    : { unitIds: [], readingIds: [], places: [] }
  const unread = subjectRulesKept(services).unread(scored.places)
  const [locked, lockedScores, early, foreseen] = await inTurn(
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
          measureIds,
          papers: scored.unitIds,
          pairs: pairsOf(wanting),
          wanting: unique(wanting.map(({ blockId }) => blockId)),
        },
        (given) => ({
          // Behind the locks: who holds the markers of a block has changed its rules before, or waits (`holdMarkers`).
          stamps: stampsOf(db, given.blockIds),
          ...rulesQueries(db, given.unreadBlockIds),
          ...entryQueries(db, given),
          readings: readingsOfPapers(db, given),
          wholeReadings: hasAny(given.wholeIds) ? readingVersions(db, given.wholeIds) : undefined,
          measures: hasAny(given.measureIds) ? readingsById(db, given.measureIds) : undefined,
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
  return { locked, lockedScores, early, foreseen, guessed, unread }
}

/** Blocks and markers of wishes, as the database names them. */
export const pairsOf = (wishes: readonly Pick<Wish, 'blockId' | 'markerId'>[]) =>
  wishes.map(({ blockId, markerId }) => ({ block_id: blockId, marker_id: markerId }))

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

const placesOf = (blocks: readonly BlockRules['block'][]) => [
  ...new Map(
    blocks.map(({ exam_id, subject_id }) => [`${exam_id} ${subject_id}`, { exam_id, subject_id }]),
  ).values(),
]

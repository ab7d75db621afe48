import type { SentAction } from '../store/action.store.ts'
import type { LiveAction, RereadPage, StoredDecision } from './stored-action.ts'

/** The undo that stands of an action. */
export const undoOf = (actions: readonly SentAction[], id: string): SentAction | undefined =>
  actions.find(({ undoes, state }) => undoes === id && state !== 'refused')

/** Of the actions of a sheet, those that hold. */
export const liveActions = (actions: readonly SentAction[]): LiveAction[] =>
  actions
    .filter(
      (action) =>
        (action.state === 'waiting' || action.state === 'done' || isElsewhere(action)) &&
        action.undoes === null &&
        undoOf(actions, action.id) === undefined,
    )
    .map((action) => ({
      id: action.id,
      sheet_id: action.sheet_id,
      decision: JSON.parse(action.decision) as StoredDecision,
      readings: JSON.parse(action.readings ?? '[]') as RereadPage[],
      isElsewhere: isElsewhere(action),
    }))

const ELSEWHERE = ['SCAN_DECIDED_OTHERWISE', 'SCAN_SHEET_VOID', 'SCAN_SHEET_PUBLISHED']

/** The server holds another decision on the matter, and the operator has read so. */
const isElsewhere = ({ state, error_code, seen }: SentAction): boolean =>
  state === 'refused' && seen === 1 && ELSEWHERE.includes(error_code ?? '')

import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { type ReplyOf, sheetBlockCheck } from '@hengjuan/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../use-settled.ts'
import type { Block } from './block-draft.ts'

export type Knowledge = Record<string, string[]>
export type Problem = ReplyOf<typeof sheetBlockCheck>['problems'][number]

/** What is edited: blocks in their order, and knowledge points by question. */
export interface BlockWork {
  blocks: Block[]
  knowledge: Knowledge
}

const STEPS = 100
const PAUSE_MS = 300

/** The work with its undo steps, checked by the server after every pause. */
export function useBlockWork(sheetId: number, initial: BlockWork, mayEdit: boolean) {
  const [steps, setSteps] = useState<{ past: BlockWork[]; now: BlockWork; next: BlockWork[] }>({
    past: [],
    now: initial,
    next: [],
  })
  const { now } = steps
  const settled = useSettled(now.blocks, PAUSE_MS)
  const { call } = useCaller()
  const check = useQuery<ReplyOf<typeof sheetBlockCheck>, CallError>({
    queryKey: [sheetBlockCheck.path, sheetId, settled],
    queryFn: ({ signal }) =>
      call(sheetBlockCheck, { body: { sheet_id: sheetId, blocks: settled } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: mayEdit,
    retry: false,
  })
  return {
    work: now,
    isChanged: JSON.stringify(now) !== JSON.stringify(initial),
    check,
    problems: check.data?.problems ?? [],
    change: (next: Partial<BlockWork>) =>
      setSteps((old) => ({
        past: [...old.past.slice(-STEPS), old.now],
        now: { ...old.now, ...next },
        next: [],
      })),
    undo: () =>
      setSteps((old) => {
        const last = old.past.at(-1)
        return last ? { past: old.past.slice(0, -1), now: last, next: [old.now, ...old.next] } : old
      }),
    redo: () =>
      setSteps((old) => {
        const [first, ...rest] = old.next
        return first ? { past: [...old.past, old.now], now: first, next: rest } : old
      }),
    canUndo: steps.past.length > 0,
    canRedo: steps.next.length > 0,
    reset: () => setSteps({ past: [], now: initial, next: [] }),
  }
}

import type { ReplyOf, sheetBlockInfo, sheetDetail, sheetInfo } from '@hengjuan/contracts'
import { isObjectiveType, type QuestionType } from '@hengjuan/domain'
import { useLayoutEffect, useState } from 'react'
import { bindQuestion, blocksOf, withNewBlock } from './block-draft.ts'
import type { Frame } from './page-frames.ts'
import { type BlockWork, type Problem, useBlockWork } from './use-block-work.ts'

export type Info = ReplyOf<typeof sheetBlockInfo>

/** A sheet with its blocks and questions, and why nothing of them may change. */
export interface BlockDeskProps {
  view: 'draw' | 'bind'
  info: Info
  detail: ReplyOf<typeof sheetDetail>
  questions: ReplyOf<typeof sheetInfo>['questions']
  /** Chinese: why nothing can be changed; null when it can. */
  readonlyReason: string | null
  onSaved: () => Promise<unknown>
}

/** Blocks while they are divided: which is chosen, which page is shown, what is wrong. */
export function useBlockDesk(props: BlockDeskProps) {
  const { info, detail, questions } = props
  const { sheet } = detail
  const mayEdit = props.readonlyReason === null
  const [initial] = useState<BlockWork>(() => ({
    blocks: blocksOf(info),
    knowledge: Object.fromEntries(
      questions
        .filter(({ knowledge }) => knowledge.length > 0)
        .map((one) => [one.no, one.knowledge]),
    ),
  }))
  const desk = useBlockWork(sheet.sheet_id, initial, mayEdit)
  const { blocks, knowledge } = desk.work
  const [pageNo, setPage] = useState(1)
  const [currentKey, setCurrent] = useState<string | null>(blocks[0]?.block_key ?? null)
  const [isLarge, setLarge] = useState(false)
  const [frame, setFrame] = useState<Frame | null>(null)
  const [saving, setSaving] = useState<'work' | 'automatic' | 'undo' | null>(null)
  const order = questions
    .filter(({ type }) => !isObjectiveType(type as QuestionType))
    .map(({ no }) => no)
  const page = info.pages.find((one) => one.page === pageNo) ?? info.pages[0]
  const bind = (no: string, key: string | null) =>
    desk.change({ blocks: bindQuestion(blocks, no, key, order) })
  const blocking = desk.problems.filter((problem) => problem.blocking)

  const { undo, redo } = desk
  // Undo works wherever the focus is; in a text field the field's own undo does.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.target instanceof HTMLInputElement) return
      if (event.key !== 'z' && event.key !== 'y') return
      event.preventDefault()
      if (event.key === 'z') undo()
      else redo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [undo, redo])

  const add = () => {
    const made = withNewBlock(blocks)
    desk.change({ blocks: made.blocks })
    setCurrent(made.key)
  }
  const go = (problem: Problem) => {
    const block = blocks.find(({ block_key }) => block_key === problem.block_key)
    if (block) setCurrent(block.block_key)
    const [first] = block?.regions ?? []
    if (first) setPage(first.page)
    const place =
      props.view === 'bind' && problem.question_no !== null
        ? document.getElementById(`question-${problem.question_no}`)
        : document.getElementById(`block-${problem.block_key ?? currentKey ?? ''}`)
    place?.scrollIntoView({ block: 'center' })
    place?.querySelector<HTMLElement>('select, input')?.focus()
  }
  return {
    desk,
    blocks,
    knowledge,
    setPage,
    currentKey,
    setCurrent,
    isLarge,
    setLarge,
    frame,
    setFrame,
    saving,
    setSaving,
    order,
    page,
    bind,
    blocking,
    add,
    go,
  }
}

export type DividedBlocks = ReturnType<typeof useBlockDesk>

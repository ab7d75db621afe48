import { Button } from '@blueprintjs/core'
import type { ReplyOf, sheetBlockInfo, sheetDetail, sheetInfo } from '@hengjuan/contracts'
import { isObjectiveType, type QuestionType } from '@hengjuan/domain'
import { Panel, ReasonButton, Segmented } from '@hengjuan/ui'
import { useLayoutEffect, useState } from 'react'
import { BindTable } from './BindTable.tsx'
import { bindQuestion, blocksOf, changeBlock, withNewBlock } from './block-draft.ts'
import { BlockList } from './BlockList.tsx'
import { type Frame, PageBoard } from './PageBoard.tsx'
import { ProblemList } from './ProblemList.tsx'
import { SaveBlocksDialog } from './SaveBlocksDialog.tsx'
import { type BlockWork, type Problem, useBlockWork } from './use-block-work.ts'
import css from './blocks.module.css'

type Info = ReplyOf<typeof sheetBlockInfo>

/** `（3 份试卷回到阅卷，恢复 2 份评分）`; empty when undoing brings nothing back. */
function restoredBy({ marks, papers }: NonNullable<Info['last_division']>): string {
  const parts = [
    ...(papers > 0 ? [`${papers} 份试卷回到阅卷`] : []),
    ...(marks > 0 ? [`恢复 ${marks} 份评分`] : []),
  ]
  return parts.length > 0 ? `（${parts.join('，')}）` : ''
}

/** The blocks of a sheet: drawn on its pages, or bound in a table. */
export function BlockDesk(props: {
  view: 'draw' | 'bind'
  info: Info
  detail: ReplyOf<typeof sheetDetail>
  questions: ReplyOf<typeof sheetInfo>['questions']
  /** Chinese: why nothing can be changed; null when it can. */
  readonlyReason: string | null
  onSaved: () => Promise<unknown>
}) {
  const { info, detail, questions, readonlyReason } = props
  const { sheet } = detail
  const mayEdit = readonlyReason === null
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
  return (
    <div className={css['desk']} data-view={props.view}>
      <Panel
        title="题块"
        note={`${blocks.length} 个`}
        actions={
          mayEdit && (
            <>
              <Button variant="minimal" disabled={!desk.canUndo} onClick={desk.undo} title="Ctrl+Z">
                撤销
              </Button>
              <Button variant="minimal" disabled={!desk.canRedo} onClick={desk.redo} title="Ctrl+Y">
                重做
              </Button>
              <ReasonButton
                intent="primary"
                reason={
                  !desk.isChanged ? '没有修改' : blocking.length > 0 ? '请先改正检查结果' : null
                }
                onClick={() => setSaving('work')}
              >
                保存题块
              </ReasonButton>
            </>
          )
        }
      >
        {readonlyReason && <p className={css['quiet']}>! {readonlyReason}</p>}
        {mayEdit && (
          <ProblemList problems={desk.problems} isChecking={desk.check.isFetching} onGo={go} />
        )}
        <BlockList
          blocks={blocks}
          knowledge={knowledge}
          hasPages={info.pages.length > 0}
          questions={order}
          currentKey={currentKey}
          mayEdit={mayEdit}
          wrongKeys={new Set(blocking.flatMap(({ block_key }) => block_key ?? []))}
          onPick={setCurrent}
          onRename={(key, name) =>
            desk.change({ blocks: changeBlock(blocks, key, (block) => ({ ...block, name })) })
          }
          onBind={bind}
          onRemove={(key) =>
            desk.change({ blocks: blocks.filter(({ block_key }) => block_key !== key) })
          }
        />
        {mayEdit && (
          <div className={css['tools']}>
            <Button onClick={add}>新增题块</Button>
            {sheet.has_own_blocks && (
              <Button variant="minimal" onClick={() => setSaving('automatic')}>
                恢复为按版面划分
              </Button>
            )}
            {info.last_division && (
              <ReasonButton
                variant="minimal"
                reason={desk.isChanged ? '请先保存或撤销现在的修改' : null}
                title={`${info.last_division.divided_by} 划分`}
                onClick={() => setSaving('undo')}
              >
                撤销上一次划分
                {restoredBy(info.last_division)}
              </ReasonButton>
            )}
          </div>
        )}
      </Panel>
      {props.view === 'bind' || info.pages.length === 0 ? (
        <Panel title="题目" note={`${questions.length} 题`}>
          <BindTable
            questions={questions}
            blocks={blocks}
            knowledge={knowledge}
            mayEdit={mayEdit}
            wrongNos={new Set(desk.problems.flatMap(({ question_no }) => question_no ?? []))}
            onBind={bind}
            onKnowledge={(no, points) => desk.change({ knowledge: { ...knowledge, [no]: points } })}
          />
        </Panel>
      ) : (
        <Panel
          title="答题卡"
          note={mayEdit ? '选一个题块，在纸上拖动画框' : null}
          actions={
            <>
              <Button variant="minimal" active={isLarge} onClick={() => setLarge(!isLarge)}>
                {isLarge ? '整页' : '放大'}
              </Button>
              {info.pages.length > 1 && (
                <Segmented
                  label="页"
                  options={info.pages.map((one) => ({
                    value: one.page,
                    label: `第 ${one.page} 面`,
                  }))}
                  value={page?.page ?? 1}
                  onChange={setPage}
                />
              )}
            </>
          }
          footer={mayEdit && '方向键移动选中的框，Shift 加快，Alt 改大小，Delete 删除；Ctrl+Z 撤销'}
        >
          {page && (
            <div className={css['stage']} data-large={isLarge || undefined}>
              <PageBoard
                page={page}
                svg={detail.svg_pages[page.page - 1]}
                areas={info.areas}
                blocks={blocks}
                currentKey={currentKey}
                frame={frame}
                mayEdit={mayEdit}
                onPick={(picked) => {
                  setFrame(picked)
                  setCurrent(picked.key)
                }}
                onDraw={(region) => {
                  const key = currentKey
                  const block = blocks.find(({ block_key }) => block_key === key)
                  if (key === null || !block) return
                  desk.change({
                    blocks: changeBlock(blocks, key, (one) => ({
                      ...one,
                      regions: [...one.regions, region],
                    })),
                  })
                  setFrame({ key, index: block.regions.length })
                }}
                onChange={({ key, index }, region) => {
                  desk.change({
                    blocks: changeBlock(blocks, key, (block) => ({
                      ...block,
                      regions: block.regions.flatMap((old, at) =>
                        at === index ? (region ?? []) : old,
                      ),
                    })),
                  })
                  if (!region) setFrame(null)
                }}
              />
            </div>
          )}
        </Panel>
      )}
      {saving && (
        <SaveBlocksDialog
          sheetId={sheet.sheet_id}
          of={
            sheet.exam_id === null || sheet.subject_id === null
              ? null
              : { examId: sheet.exam_id, subjectId: sheet.subject_id }
          }
          version={sheet.version}
          work={saving === 'work' ? desk.work : saving === 'undo' ? 'undo' : null}
          onClose={() => setSaving(null)}
          onDone={props.onSaved}
        />
      )}
    </div>
  )
}

import { Button } from '@blueprintjs/core'
import { Panel, ReasonButton } from '@hengjuan/ui'
import { BindTable } from './BindTable.tsx'
import { changeBlock } from './block-draft.ts'
import { BlockList } from './BlockList.tsx'
import { ProblemList } from './ProblemList.tsx'
import { SaveBlocksDialog } from './SaveBlocksDialog.tsx'
import css from './blocks.module.css'
import { type BlockDeskProps, useBlockDesk } from './use-block-desk.ts'
import { restoredBy } from './restored-by.ts'
import { BlockPages } from './BlockPages.tsx'

/** The blocks of a sheet: drawn on its pages, or bound in a table. */
export function BlockDesk(props: BlockDeskProps) {
  const { info, detail, questions, readonlyReason } = props
  const { sheet } = detail
  const mayEdit = readonlyReason === null
  const work = useBlockDesk(props)
  const {
    desk,
    blocks,
    knowledge,
    currentKey,
    setCurrent,
    saving,
    setSaving,
    order,
    bind,
    blocking,
    add,
    go,
  } = work
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
        <BlockPages info={info} pictures={detail.svg_pages} mayEdit={mayEdit} work={work} />
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

import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { blockSettingsGet, examList } from '@hengjuan/contracts'
import { ActDialog, EmptyState, QueryView, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { ChangesInWords } from './ChangesPreview.tsx'
import { changesInWords, seenIn } from './settings-changes.ts'
import { pairsOf, settingsFrom } from './settings-copy.ts'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'
import { useAskedSave } from './use-asked-save.tsx'

/** As many as one remembers. */
const NEWEST = 30

/** Takes over the marking settings of the same subject in another exam; what changes is shown first. */
export function CopyExamDialog(props: {
  examId: number
  subjectId: number
  blocks: readonly Block[]
  /** The exam that this one was copied from, if any. */
  first: number | null
  onDone: () => void
  onClose: () => void
}) {
  const { examId, subjectId, blocks } = props
  const [chosen, setChosen] = useState<number | null>(props.first)
  const exams = useRoute(examList, {
    query: { held: true, subject_id: subjectId, limit: NEWEST },
  })
  const other = useRoute(
    blockSettingsGet,
    { query: { exam_id: chosen ?? 0, subject_id: subjectId } },
    { enabled: chosen !== null },
  )
  const save = useAskedSave((saved) => {
    toast.done(`已沿用 ${saved.length} 个题块的设置`)
    props.onDone()
  })
  const list = exams.data?.list.filter(({ exam_id }) => exam_id !== examId) ?? []
  const pairs = chosen !== null && other.data ? pairsOf(blocks, other.data.blocks) : null
  const patches = pairs ? settingsFrom(pairs) : []
  const without = pairs?.flatMap(({ block, source }) => (source ? [] : block.block_name)) ?? []
  return (
    <ActDialog
      title="沿用其他考试的阅卷设置"
      width={640}
      submitText={`沿用到 ${patches.length} 个题块`}
      refusal={chosen === null ? '请选择考试' : patches.length === 0 ? '没有要改的设置' : null}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.submit({ exam_id: examId, subject_id: subjectId, blocks: seenIn(patches, blocks) })
      }
      onClose={props.onClose}
    >
      <QueryView
        query={exams}
        skeleton={<SkeletonLines lines={2} />}
        isEmpty={() => list.length === 0}
        empty={<EmptyState title="没有其他考试">本科目在其他考试中还没有阅卷设置。</EmptyState>}
      >
        {() => (
          <FormGroup label="沿用自" labelFor="settings-from">
            <HTMLSelect
              id="settings-from"
              fill
              value={chosen ?? ''}
              options={[
                { value: '', label: '请选择考试' },
                ...list.map(({ exam_id, name, start_date }) => ({
                  value: exam_id,
                  label: `${name}（${start_date}）`,
                })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                setChosen(value === '' ? null : Number(value))
              }
            />
          </FormGroup>
        )}
      </QueryView>
      {chosen !== null && (
        <QueryView query={other} skeleton={<SkeletonLines lines={4} />}>
          {() => (
            <div className={css['changes']}>
              {patches.length === 0 && <p>对应题块的设置都相同，没有要改的。</p>}
              <ChangesInWords told={changesInWords(blocks, patches)} />
              {without.length > 0 && (
                <p className={css['need']}>
                  没有对应题块，保持现在的设置：{without.join('、')}
                  （按题块名称对应，其次按唯一的相同满分）
                </p>
              )}
              <p className={css['need']}>阅卷教师、任务量和学校分组不沿用。</p>
            </div>
          )}
        </QueryView>
      )}
      {save.question}
    </ActDialog>
  )
}

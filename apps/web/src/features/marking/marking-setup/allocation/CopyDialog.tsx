import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { allocationBlocks, allocationCopy, type InputOf } from '@hengjuan/contracts'
import { ActDialog, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { Block } from './allocation-columns.tsx'
import { countChanged, DiffList, reasonAgainst } from './DiffList.tsx'
import css from './allocation.module.css'

/** Takes the allocation of another block over; what that changes is shown before it is saved. @source features A7 (74) */
export function CopyDialog(props: {
  examId: number
  subjectId: number
  subjects: readonly { subject_id: number; name: string }[]
  targets: readonly Block[]
  onClose: () => void
  onDone: () => void
}) {
  const { targets } = props
  const [subjectId, setSubjectId] = useState(props.subjectId)
  const [fromId, setFromId] = useState<number | null>(null)
  const [parts, setParts] = useState<readonly Part[]>(['markers', 'leaders'])
  const others = useRoute(allocationBlocks, {
    query: { exam_id: props.examId, subject_id: subjectId },
  })
  const bodyOf = (from: number, wanted: readonly Part[]) => ({
    exam_id: props.examId,
    subject_id: props.subjectId,
    block_ids: targets.map(({ block_id }) => block_id),
    from_block_id: from,
    parts: [...wanted],
  })
  const preview = useCall(allocationCopy)
  const look = (from: number | null, wanted: readonly Part[]) => {
    copy.reset()
    if (from === null || wanted.length === 0) preview.reset()
    else preview.mutate({ body: { ...bodyOf(from, wanted), preview: 1 } })
  }
  const copy = useCall(allocationCopy, {
    onSuccess: (saved) => {
      toast.done(`分配已复制到 ${countChanged(saved)} 个题块`)
      props.onDone()
    },
    onError: (error) => {
      // Somebody else was quicker: what would happen now is shown, with the reason above it.
      if (error.code === 'MARKING_ALLOCATION_CHANGED' && fromId !== null)
        preview.mutate({ body: { ...bodyOf(fromId, parts), preview: 1 } })
    },
  })
  const sources = (others.data?.blocks ?? []).filter(
    ({ block_id }) => targets.length > 1 || block_id !== targets[0]?.block_id,
  )
  const diffs = preview.data
  const error = copy.error ?? preview.error ?? others.error
  return (
    <ActDialog
      title={
        targets.length === 1
          ? `复制分配到「${targets[0]?.block_name ?? ''}」`
          : `复制分配到 ${targets.length} 个题块`
      }
      width={860}
      submitText={diffs ? `复制到 ${countChanged(diffs)} 个题块` : '复制'}
      refusal={
        refusalOf(fromId, parts) ?? (preview.isPending ? '正在核对差异' : reasonAgainst(diffs))
      }
      isPending={copy.isPending}
      error={error}
      onSubmit={() =>
        fromId !== null &&
        diffs &&
        copy.mutate({ body: { ...bodyOf(fromId, parts), stamp: diffs.stamp } })
      }
      onClose={props.onClose}
    >
      <div className={css['choices']}>
        <div>
          科目
          <HTMLSelect
            aria-label="科目"
            value={subjectId}
            options={props.subjects.map((one) => ({ value: one.subject_id, label: one.name }))}
            onChange={({ currentTarget }) => {
              setSubjectId(Number(currentTarget.value))
              setFromId(null)
              look(null, parts)
            }}
          />
        </div>
        <div>
          复制自题块
          <SourceBlock
            sources={sources}
            fromId={fromId}
            onChoose={(id) => {
              setFromId(id)
              look(id, parts)
            }}
          />
        </div>
      </div>
      <CopyParts
        parts={parts}
        onChange={(next) => {
          setParts(next)
          look(fromId, next)
        }}
      />
      {others.data && sources.length === 0 && (
        <p className={css['muted']}>这个科目没有可以复制的题块，请选择其他科目。</p>
      )}
      {preview.isPending && !diffs ? <SkeletonLines lines={4} /> : null}
      {diffs && <DiffList diffs={diffs} />}
      {!diffs && !preview.isPending && !error && (
        <p className={css['muted']}>
          选择题块后，这里逐项列出每个题块将要改变的内容，确认后才会保存。份数不同的题块，按份数分配的任务量按比例折算。
        </p>
      )}
    </ActDialog>
  )
}

/** What is not chosen yet. */
function refusalOf(fromId: number | null, parts: readonly Part[]): string | null {
  if (fromId === null) return '请先选择复制自哪个题块'
  return parts.length === 0 ? '请至少选择一项要复制的内容' : null
}

/** The block whose allocation is taken over. */
const SourceBlock = (props: {
  sources: readonly Block[]
  fromId: number | null
  onChoose: (id: number | null) => void
}) => (
  <HTMLSelect
    aria-label="复制自题块"
    value={props.fromId ?? ''}
    options={[
      { value: '', label: '请选择' },
      ...props.sources.map(({ block_id, block_name, markers }) => ({
        value: block_id,
        label: `${block_name}（${markers.length} 名教师）`,
      })),
    ]}
    onChange={({ currentTarget }) =>
      props.onChoose(currentTarget.value === '' ? null : Number(currentTarget.value))
    }
  />
)

type Part = InputOf<typeof allocationCopy>['body']['parts'][number]

const PARTS: readonly { part: Part; label: string }[] = [
  { part: 'markers', label: '阅卷教师、分配方式与任务量' },
  { part: 'leaders', label: '仲裁教师' },
  { part: 'scope', label: '阅卷范围、教师组与回避' },
]

/** Which parts of an allocation are taken over. */
function CopyParts(props: { parts: readonly Part[]; onChange: (parts: readonly Part[]) => void }) {
  const { parts } = props
  return (
    <div className={css['parts']} role="group" aria-label="复制哪些">
      {PARTS.map(({ part, label }) => (
        <Checkbox
          key={part}
          label={label}
          checked={parts.includes(part)}
          onChange={({ currentTarget }) => {
            const next = currentTarget.checked
              ? [...parts, part]
              : parts.filter((one) => one !== part)
            props.onChange(next)
          }}
        />
      ))}
    </div>
  )
}

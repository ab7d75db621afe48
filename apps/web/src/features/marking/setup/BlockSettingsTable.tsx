import { Button, HTMLSelect, NumericInput } from '@blueprintjs/core'
import { useCall, useRoute, routeKey } from '@hengjuan/client/react'
import {
  blockSettingsGet,
  blockSettingsSet,
  blockStatusSet,
  markingConfirm,
  type InputOf,
  type ReplyOf,
} from '@hengjuan/contracts'
import {
  ADD_TYPES,
  COMBINE_RULES,
  formatMilli,
  MARK_MODES,
  milli,
  SUBMIT_TYPES,
} from '@hengjuan/domain'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Panel,
  ReasonButton,
  SkeletonLines,
  type Status,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AllocationDrawer } from './AllocationDrawer.tsx'
import { ImportMarkersDialog } from './ImportMarkersDialog.tsx'
import { RubricDialog } from './RubricDialog.tsx'
import css from './setup.module.css'

type Block = ReplyOf<typeof blockSettingsGet>['blocks'][number]
type Patch = Omit<InputOf<typeof blockSettingsSet>['body']['blocks'][number], 'block_id'>
type Action = InputOf<typeof blockStatusSet>['body']['action']

const STATUSES: Record<string, { status: Status; label: string }> = {
  setup: { status: 'idle', label: '设置中' },
  open: { status: 'busy', label: '阅卷中' },
  paused: { status: 'warn', label: '已暂停' },
  closed: { status: 'ok', label: '已结束' },
}

/** Marking settings of a subject, a row per block, and who marks it. @source specification (/MarkSet) */
export function BlockSettingsTable(props: {
  examId: number
  subjectId: number
  mayChange: boolean
}) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const { data, error, refetch } = useRoute(blockSettingsGet, { query: on })
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: routeKey(blockSettingsGet) })
  const [patches, setPatches] = useState<ReadonlyMap<number, Patch>>(new Map())
  const [openId, setOpenId] = useState<number | null>(null)
  const [rubricId, setRubricId] = useState<number | null>(null)
  const [closing, setClosing] = useState<Block | null>(null)
  const [isImporting, setImporting] = useState(false)
  const save = useCall(blockSettingsSet, {
    onSuccess: async () => {
      setPatches(new Map())
      toast.done('阅卷设置已保存')
      await refresh()
    },
    onError: toast.error,
  })
  const confirm = useCall(markingConfirm, {
    onSuccess: async ({ opened }) => {
      toast.done(`已开启 ${opened} 个题块的阅卷`)
      await refresh()
    },
    onError: toast.error,
  })
  const act = useCall(blockStatusSet, {
    onSuccess: async ({ recalled }) => {
      setClosing(null)
      if (recalled > 0) toast.note(`已收回 ${recalled} 份未提交的试卷`)
      await refresh()
    },
    onError: toast.error,
  })
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  if (data.blocks.length === 0)
    return (
      <Panel>
        <EmptyState size="large" title="这个科目还没有主观题题块">
          请先在答题卡设置中完成主观题并绑定到本科目，题块会自动出现在这里。
        </EmptyState>
      </Panel>
    )
  const edit = (id: number, patch: Patch) =>
    setPatches((old) => new Map(old).set(id, { ...old.get(id), ...patch }))
  const waiting = data.blocks.filter(({ status }) => status === 'setup').length
  const send = (block: Block, action: Action) =>
    act.mutate({ body: { block_id: block.block_id, action } })
  const drawn = data.blocks.find(({ block_id }) => block_id === openId)
  const described = data.blocks.find(({ block_id }) => block_id === rubricId)
  const changedReason = props.mayChange ? null : '当前身份只能查看阅卷设置'
  return (
    <Panel
      title="题块阅卷设置"
      note={`${data.blocks.length} 个题块`}
      flush
      actions={
        <>
          <ReasonButton reason={changedReason} onClick={() => setImporting(true)}>
            导入阅卷教师
          </ReasonButton>
          <ReasonButton
            reason={changedReason ?? (patches.size === 0 ? '没有未保存的修改' : null)}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                body: {
                  ...on,
                  blocks: [...patches].map(([block_id, patch]) => ({ block_id, ...patch })),
                },
              })
            }
          >
            保存修改{patches.size > 0 ? `（${patches.size} 个题块）` : ''}
          </ReasonButton>
          <ReasonButton
            intent="primary"
            loading={confirm.isPending}
            reason={
              changedReason ??
              (waiting === 0 ? '所有题块都已开启' : patches.size > 0 ? '请先保存修改' : null)
            }
            onClick={() => confirm.mutate({ body: on })}
          >
            确认设置并开启阅卷
          </ReasonButton>
        </>
      }
      footer="评卷方式、阈值、合成与取整在开始评阅后不能修改；分配与页面设置可以随时修改。"
    >
      <div className={css['scroll']}>
        <table className={css['table']}>
          <thead>
            <tr>
              {[
                '题块',
                '满分',
                '状态',
                '评卷方式与双评比例',
                '误差阈值',
                '合成与取整',
                '给分与提交',
                '回避本班',
                '阅卷教师',
                '操作',
              ].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.blocks.map((block) => (
              <BlockRow
                key={block.block_id}
                block={{ ...block, ...patches.get(block.block_id) }}
                isChanged={patches.has(block.block_id)}
                mayChange={props.mayChange}
                onEdit={(patch) => edit(block.block_id, patch)}
                onMarkers={() => setOpenId(block.block_id)}
                onRubric={() => setRubricId(block.block_id)}
                onAction={(action) =>
                  action === 'close' ? setClosing(block) : send(block, action)
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      <AllocationDrawer
        blockId={openId}
        title={drawn ? `${drawn.block_name} · 阅卷教师与任务分配` : ''}
        mayChange={props.mayChange}
        onClose={() => {
          setOpenId(null)
          void refresh()
        }}
      />
      <RubricDialog
        key={rubricId}
        isOpen={described !== undefined}
        title={`${described?.block_name ?? ''} · 评分标准`}
        text={patches.get(rubricId ?? 0)?.rubric ?? described?.rubric ?? ''}
        onClose={() => setRubricId(null)}
        onSave={(rubric) => {
          if (rubricId !== null) edit(rubricId, { rubric })
          setRubricId(null)
        }}
      />
      {isImporting && (
        <ImportMarkersDialog
          examId={props.examId}
          subjectId={props.subjectId}
          onClose={() => setImporting(false)}
        />
      )}
      <ConfirmDialog
        isOpen={closing !== null}
        title={`结束「${closing?.block_name ?? ''}」的阅卷`}
        effect="将收回所有未提交的试卷，教师不能再提交和回评。"
        confirmText="结束阅卷"
        isDestructive
        isPending={act.isPending}
        onClose={() => setClosing(null)}
        onConfirm={() => closing && send(closing, 'close')}
      >
        已提交的评阅全部保留；需要时可以重新开启。
      </ConfirmDialog>
    </Panel>
  )
}

function BlockRow(props: {
  block: Block
  isChanged: boolean
  mayChange: boolean
  onEdit: (patch: Patch) => void
  onMarkers: () => void
  onRubric: () => void
  onAction: (action: Action) => void
}) {
  const { block, onEdit, mayChange } = props
  const isRead = block.reading_count > 0
  const fixed = !mayChange || isRead
  const why = isRead ? `已有 ${block.reading_count} 份评阅，不能修改` : undefined
  const isDouble = block.mark_mode !== 0
  const state = STATUSES[block.status]
  return (
    <tr data-changed={props.isChanged || undefined}>
      <th scope="row">
        {block.block_name}
        <small>{block.points.map(({ name }) => name).join('、')}</small>
      </th>
      <td className={css['figure']}>{formatMilli(block.full_milli)}</td>
      <td>
        <StatusTag status={state?.status ?? 'idle'}>{state?.label ?? block.status}</StatusTag>
      </td>
      <td className={css['wide']}>
        <div className={css['stack']}>
          <Choice
            label={`${block.block_name}评卷方式`}
            value={block.mark_mode}
            options={MARK_MODES}
            disabled={fixed}
            title={why}
            onChange={(mode) =>
              onEdit({
                mark_mode: Number(mode),
                ...(block.mark_mode === 0 && Number(mode) !== 0
                  ? { tolerance_milli: block.default_tolerance_milli }
                  : {}),
              })
            }
          />
          {isDouble && (
            <Choice
              label={`${block.block_name}双评比例`}
              value={block.double_ratio}
              options={{
                [block.double_ratio]: `其中 ${block.double_ratio}% 双评`,
                5: '其中 5% 双评',
                25: '其中 25% 双评',
                100: '全部双评',
              }}
              disabled={fixed}
              title={why}
              onChange={(ratio) => onEdit({ double_ratio: Number(ratio) })}
            />
          )}
        </div>
      </td>
      <td>
        {isDouble ? (
          <>
            <NumericInput
              aria-label={`${block.block_name}误差阈值`}
              value={formatMilli(block.tolerance_milli)}
              min={0}
              max={block.full_milli / 1000}
              stepSize={0.5}
              minorStepSize={null}
              disabled={fixed}
              title={why}
              style={{ width: 52 }}
              onValueChange={(value) =>
                Number.isFinite(value) && onEdit({ tolerance_milli: milli(value) })
              }
            />
            {block.pair_count > 0 && (
              <small>
                已评 {block.pair_count} 对，超阈值 {block.over_count}
              </small>
            )}
          </>
        ) : (
          '–'
        )}
      </td>
      <td>
        {isDouble ? (
          <div className={css['stack']}>
            <Choice
              label={`${block.block_name}合成方式`}
              value={block.combine}
              options={COMBINE_RULES}
              disabled={fixed}
              title={why}
              onChange={(combine) => onEdit({ combine: combine as Block['combine'] })}
            />
            <Choice
              label={`${block.block_name}取整`}
              value={block.round_step_milli}
              options={{ 0: '不取整', 500: '取整到 0.5', 1000: '取整到 1' }}
              disabled={fixed}
              title={why}
              onChange={(step) =>
                onEdit({ round_step_milli: Number(step) as Block['round_step_milli'] })
              }
            />
          </div>
        ) : (
          '–'
        )}
      </td>
      <td>
        <div className={css['stack']}>
          <Choice
            label={`${block.block_name}给分方式`}
            value={block.add_type}
            options={ADD_TYPES}
            disabled={!mayChange}
            onChange={(type) => onEdit({ add_type: Number(type) })}
          />
          <Choice
            label={`${block.block_name}提交方式`}
            value={block.submit_type}
            options={SUBMIT_TYPES}
            disabled={!mayChange}
            onChange={(type) => onEdit({ submit_type: Number(type) })}
          />
        </div>
      </td>
      <td className={css['centre']}>
        <input
          type="checkbox"
          aria-label={`${block.block_name}回避本班`}
          checked={block.avoid_own_class === 1}
          disabled={!mayChange}
          onChange={(event) => onEdit({ avoid_own_class: event.target.checked ? 1 : 0 })}
        />
      </td>
      <td>
        <Button size="small" onClick={props.onMarkers}>
          {block.marker_count} 人，仲裁 {block.leader_count} 人
        </Button>
      </td>
      <td className={css['actions']}>
        <Button size="small" variant="minimal" onClick={props.onRubric}>
          评分标准
        </Button>
        {mayChange && block.status === 'open' && (
          <>
            <Button size="small" variant="minimal" onClick={() => props.onAction('pause')}>
              暂停
            </Button>
            <Button size="small" variant="minimal" onClick={() => props.onAction('recall')}>
              收回
            </Button>
            <Button
              size="small"
              variant="minimal"
              intent="danger"
              onClick={() => props.onAction('close')}
            >
              结束
            </Button>
          </>
        )}
        {mayChange && (block.status === 'paused' || block.status === 'closed') && (
          <Button
            size="small"
            variant="minimal"
            intent="primary"
            onClick={() => props.onAction('open')}
          >
            {block.status === 'paused' ? '恢复' : '重新开启'}
          </Button>
        )}
      </td>
    </tr>
  )
}

function Choice(props: {
  label: string
  value: string | number
  options: Readonly<Record<string | number, string>>
  disabled: boolean
  title?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <HTMLSelect
      aria-label={props.label}
      value={props.value}
      disabled={props.disabled}
      title={props.title}
      onChange={(event) => props.onChange(event.target.value)}
      options={Object.entries(props.options).map(([value, label]) => ({ value, label }))}
    />
  )
}

import { Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  markerLimitsGet,
  markerLimitsSet,
  type ReplyOf,
  markerAlerts,
  supervisedMarkers,
} from '@hengjuan/contracts'
import { MARKER_LIMIT_RANGES, type MarkerLimits } from '@hengjuan/domain'
import {
  ErrorState,
  FormDialog,
  ReasonButton,
  sentenceOf,
  SkeletonLines,
  toast,
  useUnsaved,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './supervision.module.css'

type Limits = ReplyOf<typeof markerLimitsGet>['limits']

interface Field {
  key: keyof Limits
  range: keyof MarkerLimits
  label: string
  unit: string
  help: string
}

const FIELDS: readonly Field[] = [
  {
    key: 'consistency_percent',
    range: 'consistencyPercent',
    label: '与终评一致率低于',
    unit: '%',
    help: '有终评分的双评试卷和抽查过的单评试卷满 20 份后判断',
  },
  {
    key: 'seed_percent',
    range: 'seedPercent',
    label: '种子卷合格率低于',
    unit: '%',
    help: '两份不合格待组长处理、三份停评，不受此项影响',
  },
  {
    key: 'fast_percent',
    range: 'fastPercent',
    label: '过快给分超过',
    unit: '%',
    help: '用时少于 1 秒，或少于全体中位数的四分之一',
  },
  {
    key: 'share_percent',
    range: 'sharePercent',
    label: '宽严度、前后变化超过满分的',
    unit: '%',
    help: '差得太小，对考生没有影响',
  },
  {
    key: 'errors',
    range: 'errors',
    label: '并且超过标准误的',
    unit: '倍',
    help: '差得不确定，可能只是碰巧',
  },
  {
    key: 'lone_errors',
    range: 'loneErrors',
    label: '没有另一评时，前后变化的趋势超过标准误的',
    unit: '倍',
    help: '单评没有另一评可以对照，试卷前后的差别会像是教师的变化，所以要求更高；不大于上一项时不另看趋势',
  },
]

/** From where on the light of a marker turns, for one exam. @source domain rules 8 (status) */
export function LimitsDialog(props: {
  examId: number
  /** Why the limits can not be changed; null when they can. */
  refusal: string | null
  isOpen: boolean
  onClose: () => void
}) {
  const { examId, isOpen } = props
  const { data, error, refetch } = useRoute(
    markerLimitsGet,
    { query: { exam_id: examId } },
    { enabled: isOpen, staleTime: 0 },
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={props.onClose}
      title="状态界限"
      className={css['limits'] ?? ''}
    >
      {data ? (
        <Form {...props} view={data} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </DialogBody>
      )}
    </FormDialog>
  )
}

function Form(props: {
  examId: number
  refusal: string | null
  view: ReplyOf<typeof markerLimitsGet>
  onClose: () => void
}) {
  const { examId, view, refusal } = props
  const client = useQueryClient()
  const [texts, setTexts] = useState(() => textsOf(view.limits))
  const save = useCall(markerLimitsSet, {
    onSuccess: async (next) => {
      toast.done('状态界限已保存，教师状态已重新判断')
      client.setQueryData(routeKey(markerLimitsGet, { query: { exam_id: examId } }), next)
      await client.invalidateQueries({ queryKey: routeKey(supervisedMarkers) })
      await client.invalidateQueries({ queryKey: routeKey(markerAlerts) })
      props.onClose()
    },
  })
  const saved = textsOf(view.limits)
  useUnsaved(refusal === null && FIELDS.some(({ key }) => texts[key] !== saved[key]))
  const wrong = FIELDS.filter((field) => !isWithin(field, texts[field.key]))
  const isUsual = FIELDS.every(({ key }) => Number(texts[key]) === view.usual[key])
  return (
    <>
      <DialogBody>
        <p className={css['limitsIntro']}>
          下面任何一项出现，教师状态为「注意」；两项以上，或种子卷停评，为「需查看」。只用于本场考试。
        </p>
        {refusal !== null && <p className={css['limitsIntro']}>{refusal}，这里只能查看。</p>}
        {FIELDS.map((field) => {
          const [low, high] = MARKER_LIMIT_RANGES[field.range]
          const isWrong = wrong.includes(field)
          return (
            <div key={field.key} className={css['limit']}>
              <label htmlFor={`limit-${field.key}`}>
                {field.label}
                <small data-wrong={isWrong || undefined}>
                  {isWrong ? `请填 ${low} 到 ${high} 之间的数` : field.help}
                </small>
              </label>
              <InputGroup
                id={`limit-${field.key}`}
                inputMode="decimal"
                value={texts[field.key]}
                intent={isWrong ? 'danger' : 'none'}
                disabled={refusal !== null}
                rightElement={<span className={css['unit']}>{field.unit}</span>}
                onValueChange={(text) => setTexts((now) => ({ ...now, [field.key]: text }))}
              />
            </div>
          )
        })}
        {save.error && (
          <p role="alert" className={css['problem']}>
            {sentenceOf(save.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={refusal ?? (wrong.length > 0 ? '请先改正标红的数' : null)}
              onClick={() =>
                save.mutate({
                  body: { exam_id: examId, limits: isUsual ? null : limitsOf(texts) },
                })
              }
            >
              保存
            </ReasonButton>
          </>
        }
      >
        <ReasonButton
          variant="minimal"
          reason={refusal ?? (isUsual ? '已经是默认界限' : null)}
          onClick={() => setTexts(textsOf(view.usual))}
        >
          恢复默认
        </ReasonButton>
      </DialogFooter>
    </>
  )
}

type Texts = Record<keyof Limits, string>

const textsOf = (limits: Limits): Texts =>
  Object.fromEntries(FIELDS.map(({ key }) => [key, String(limits[key])])) as Texts

const limitsOf = (texts: Texts): Limits =>
  Object.fromEntries(FIELDS.map(({ key }) => [key, Number(texts[key])])) as Limits

function isWithin({ range }: Field, text: string): boolean {
  const [low, high] = MARKER_LIMIT_RANGES[range]
  const value = Number(text)
  return text.trim() !== '' && value >= low && value <= high
}

import { Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { routeKey, useCall, useRefresh } from '@hengjuan/client/react'
import {
  markerLimitsGet,
  markerLimitsSet,
  type ReplyOf,
  markerAlerts,
  supervisedMarkers,
} from '@hengjuan/contracts'
import { MARKER_LIMIT_RANGES } from '@hengjuan/domain'
import { ProblemLine, ReasonButton, toast, useUnsaved } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './supervision.module.css'
import { FIELDS, textsOf, limitsOf, isWithin } from './limit-fields.ts'

export function LimitsForm(props: {
  examId: number
  refusal: string | null
  view: ReplyOf<typeof markerLimitsGet>
  onClose: () => void
}) {
  const { examId, view, refusal } = props
  const client = useQueryClient()
  const refresh = useRefresh(supervisedMarkers, markerAlerts)
  const [texts, setTexts] = useState(() => textsOf(view.limits))
  const save = useCall(markerLimitsSet, {
    onSuccess: async (next) => {
      toast.done('状态界限已保存，教师状态已重新判断')
      client.setQueryData(routeKey(markerLimitsGet, { query: { exam_id: examId } }), next)
      await refresh()
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
        <ProblemLine problem={save.error} />
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

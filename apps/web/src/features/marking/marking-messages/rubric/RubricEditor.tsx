import { Button, DialogBody, DialogFooter, InputGroup, TextArea } from '@blueprintjs/core'
import { routeKey, useCall, useRefresh } from '@hengjuan/client/react'
import { blockSettingsGet, messagesUnread, rubricGet, rubricSet } from '@hengjuan/contracts'
import { RUBRIC_LIMITS } from '@hengjuan/domain'
import { ReasonButton, sentenceOf, toast, useUnsaved } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pointsOfTask } from '../../marking-core/paper/paper.ts'
import { Notes } from './Notes.tsx'
import { draftOf, savedOf } from './rubric-form.ts'
import type { RubricView } from './rubric-view.ts'
import { RubricFields } from './RubricFields.tsx'
import { RubricHistory } from './RubricHistory.tsx'
import css from './rubric.module.css'

export function RubricEditor(props: {
  rubric: RubricView
  /** Reads the version that holds now. */
  onReload: () => Promise<RubricView | undefined>
  onClose: () => void
}) {
  const { rubric } = props
  const client = useQueryClient()
  const refresh = useRefresh(rubricGet, blockSettingsGet, messagesUnread)
  const [base, setBase] = useState(rubric.version)
  const [draft, setDraft] = useState(() => draftOf(rubric.shown))
  const [hint, setHint] = useState<string | null>(null)
  const points = rubric.points.map((point, at) => ({
    id: point.id,
    ...(pointsOfTask(rubric)[at] ?? { name: '', fullMilli: 0, stepMilli: 0 }),
  }))
  const { mutate, isPending } = useCall(rubricSet, {
    onSuccess: async (saved) => {
      client.setQueryData(routeKey(rubricGet, { query: { block_id: saved.block_id } }), saved)
      toast.done(
        saved.version === base
          ? '内容没有变化，仍是原来的版本'
          : `评分标准已保存为第 ${saved.version} 版`,
      )
      props.onClose()
      await refresh()
    },
    onError: (failure) => setHint(sentenceOf(failure)),
  })
  const isBehind = rubric.version !== base
  // As the form had it when it was opened, or took the newer version.
  const [begun, setBegun] = useState(draft)
  useUnsaved(rubric.may_change && JSON.stringify(draft) !== JSON.stringify(begun))
  const save = () => {
    const { given, problem } = savedOf(draft, points)
    setHint(problem)
    if (given) mutate({ body: { block_id: rubric.block_id, base_version: base, ...given } })
  }
  const takeNewer = async () => {
    const newer = await props.onReload()
    if (!newer) return
    setBase(newer.version)
    const taken = draftOf(newer.shown)
    setDraft(taken)
    setBegun(taken)
    setHint(null)
  }
  return (
    <>
      <DialogBody>
        <div className={css['editor']}>
          <div>
            <RubricFields
              points={points}
              draft={draft}
              mayChange={rubric.may_change}
              onChange={setDraft}
            />
            <h4 className={css['heading']}>文字说明</h4>
            <TextArea
              fill
              rows={6}
              maxLength={RUBRIC_LIMITS.text}
              value={draft.text}
              readOnly={!rubric.may_change}
              aria-label="评分标准"
              placeholder="不属于某个给分点的话，例如：只有结果没有过程，给 1 分；其他解法按步骤给分。"
              onChange={({ currentTarget: { value: text } }) => setDraft({ ...draft, text })}
            />
            {rubric.may_change && rubric.version > 0 && (
              <>
                <h4 className={css['heading']}>修改说明</h4>
                <InputGroup
                  aria-label="修改说明"
                  placeholder="改了什么、为什么；随改动显示给阅卷教师，可不填"
                  maxLength={RUBRIC_LIMITS.note}
                  value={draft.note}
                  onValueChange={(note) => setDraft({ ...draft, note })}
                />
              </>
            )}
            <Notes blockId={rubric.block_id} isManaged />
          </div>
          <RubricHistory rubric={rubric} />
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>{rubric.may_change ? '取消' : '关闭'}</Button>
            <ReasonButton
              intent="primary"
              loading={isPending}
              reason={rubric.may_change ? null : '只有题组长和可以设置阅卷的人可以修改'}
              onClick={save}
            >
              保存评分标准
            </ReasonButton>
          </>
        }
      >
        {hint === null ? (
          '保存修改后成为新的一版，阅卷教师会看到改动；已有评阅保留当时的版本。'
        ) : (
          <span role="alert" className={css['hint']}>
            {hint}{' '}
            {(isBehind || hint.includes('您的修改没有保存')) && (
              <Button size="small" onClick={() => void takeNewer()}>
                放弃我的修改，载入新版
              </Button>
            )}
          </span>
        )}
      </DialogFooter>
    </>
  )
}

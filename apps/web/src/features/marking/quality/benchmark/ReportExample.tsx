import { Checkbox, HTMLSelect, TextArea } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { flaggedPapers, reportExamples, reportExampleSet } from '@hengjuan/contracts'
import { PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { ReasonButton, StatusTag, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { keepTyped, useTypedOver } from '../../../../session/typed.ts'
import type { Flagged } from './FlaggedList.tsx'
import css from './quality.module.css'

/** Shows a flagged paper in the reports of its question, without whose it is. @source domain rules 6.3 */
export function ReportExample({ blockId, paper }: { blockId: number; paper: Flagged }) {
  const flags = [...new Set(paper.flags.map(({ flag }) => flag))]
  const { example } = paper
  const [flag, setFlag] = useState<PaperFlag | undefined>(example?.flag ?? flags[0])
  const typedAs = `report example ${paper.unit_id}`
  const [comment, setComment] = useTypedOver(typedAs, example?.comment ?? '')
  const [isAnonymous, setAnonymous] = useState(false)
  const refresh = useRefresh(flaggedPapers, reportExamples)
  const set = useCall(reportExampleSet, {
    onSuccess: async () => {
      await refresh()
    },
    onError: toast.error,
  })
  const on = { block_id: blockId, unit_id: paper.unit_id }
  const publish = () =>
    set.mutate(
      {
        body: { ...on, action: 'publish', comment, is_anonymous: 1, ...(flag ? { flag } : {}) },
      },
      {
        onSuccess: () => {
          keepTyped(typedAs, '')
          setAnonymous(false)
          toast.done('已发布为报表示例，成绩发布后可见')
        },
      },
    )
  const remove = () =>
    set.mutate(
      { body: { ...on, action: 'remove' } },
      {
        onSuccess: () =>
          toast.done('已从报表撤下', {
            text: '撤销',
            onClick: () =>
              set.mutate({
                body: {
                  ...on,
                  action: 'publish',
                  comment: example?.comment ?? '',
                  // It was looked at when it was published.
                  is_anonymous: 1,
                  ...(example ? { flag: example.flag } : {}),
                },
              }),
          }),
      },
    )
  return (
    <section className={css['example']} aria-label="报表示例">
      <h4>
        报表示例{' '}
        {example &&
          (example.hidden_reason === null ? (
            <StatusTag status="ok">已发布</StatusTag>
          ) : (
            <StatusTag status="warn">暂不显示</StatusTag>
          ))}
      </h4>
      <p className={css['note']}>
        {example === null
          ? '发布后，能看本科目报表的人在小题分析中看到这份作答的图像、得分和说明，看不到考生身份。'
          : example.hidden_reason === null
            ? `${example.published_by} 发布，标为${PAPER_FLAGS[example.flag]}。`
            : `${example.hidden_reason}。`}
      </p>
      <HTMLSelect
        fill
        aria-label="示例类别"
        value={flag ?? ''}
        options={flags.map((value) => ({ value, label: PAPER_FLAGS[value] }))}
        onChange={({ currentTarget }) => setFlag(currentTarget.value as PaperFlag)}
      />
      <TextArea
        fill
        rows={3}
        maxLength={300}
        aria-label="示例说明"
        placeholder="好在哪里、错在哪里；可不填"
        value={comment}
        onChange={({ currentTarget: { value } }) => setComment(value)}
      />
      <Checkbox
        checked={isAnonymous}
        label="已核对：图像中没有姓名、学校和考号"
        onChange={({ currentTarget }) => setAnonymous(currentTarget.checked)}
      />
      <div className={css['actions']}>
        <ReasonButton
          intent="primary"
          loading={set.isPending}
          reason={isAnonymous ? null : '请先核对图像中没有姓名、学校和考号，并勾选'}
          onClick={publish}
        >
          {example === null ? '发布到报表' : '更新示例'}
        </ReasonButton>
        {example !== null && (
          <ReasonButton reason={set.isPending ? '正在保存' : null} onClick={remove}>
            从报表撤下
          </ReasonButton>
        )}
      </div>
    </section>
  )
}

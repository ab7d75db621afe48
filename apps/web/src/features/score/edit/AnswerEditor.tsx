import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import {
  deleteScore,
  type previewDetail,
  type ReplyOf,
  updateObjectScore,
} from '@hengjuan/contracts'
import { formatMilli, normaliseAnswer, parseMilli } from '@hengjuan/domain'
import { ErrorState, ReasonButton, Segmented, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from '../score.module.css'
import { type EditedPlace, editToast } from './edit-words.ts'

type Item = ReplyOf<typeof previewDetail>['objective'][number]

const SHORTEST = 2

/** Sets the answer or the score of one objective question. */
export function AnswerEditor(props: {
  place: EditedPlace
  version: number
  item: Item
  onDone: () => void
  onClose: () => void
}) {
  const { item, place } = props
  const [mode, setMode] = useState<'answer' | 'score'>('answer')
  const [answer, setAnswer] = useState(item.answer.join(''))
  const [score, setScore] = useState(item.score_milli === null ? '' : formatMilli(item.score_milli))
  const [reason, setReason] = useState('')
  const done = {
    onSuccess: (edited: { state: 'applied' | 'pending' }) => {
      toast.done(editToast(edited.state))
      props.onDone()
    },
  }
  const update = useCall(updateObjectScore, done)
  const remove = useCall(deleteScore, done)
  const milli = parseMilli(score)
  const isWrong = mode === 'score' && (milli === null || milli > item.full_milli)
  const isBusy = update.isPending || remove.isPending
  const noReason = reason.trim().length < SHORTEST ? '请写明理由，至少 2 个字' : null
  const error = update.error ?? remove.error
  return (
    <div className={css['answerEditor']} role="group" aria-label={`改第 ${item.question_no} 题`}>
      <h4 className={css['sectionTitle']}>第 {item.question_no} 题</h4>
      <Segmented
        label="改什么"
        options={[
          { value: 'answer', label: '改作答' },
          { value: 'score', label: '改得分' },
        ]}
        value={mode}
        onChange={setMode}
      />
      {mode === 'answer' ? (
        <FormGroup
          label="实际作答"
          labelFor="edit-answer"
          helperText="按答题卡上的填涂填写字母；留空表示没有作答"
        >
          <InputGroup
            id="edit-answer"
            maxLength={26}
            value={answer}
            onValueChange={(text) => setAnswer(normaliseAnswer(text).join(''))}
          />
        </FormGroup>
      ) : (
        <FormGroup
          label={`得分（满分 ${formatMilli(item.full_milli)}）`}
          labelFor="edit-score"
          intent={isWrong ? 'danger' : 'none'}
          helperText="作答不变，只改得分；成绩中注明为人工改分"
        >
          <InputGroup id="edit-score" inputMode="decimal" value={score} onValueChange={setScore} />
        </FormGroup>
      )}
      <FormGroup label="理由" labelFor="edit-reason">
        <InputGroup id="edit-reason" maxLength={200} value={reason} onValueChange={setReason} />
      </FormGroup>
      {error && <ErrorState error={error} />}
      <div className={css['editButtons']}>
        <Button onClick={props.onClose}>取消</Button>
        <ReasonButton
          reason={noReason}
          loading={isBusy}
          onClick={() =>
            remove.mutate({
              body: { ...place, question_no: item.question_no, reason: reason.trim() },
            })
          }
        >
          删除得分
        </ReasonButton>
        <ReasonButton
          intent="primary"
          reason={isWrong ? `请填写 0 到 ${formatMilli(item.full_milli)} 之间的分数` : noReason}
          loading={isBusy}
          onClick={() =>
            update.mutate({
              body: {
                ...place,
                question_no: item.question_no,
                version: props.version,
                reason: reason.trim(),
                ...(mode === 'answer' ? { answer: [...answer] } : { score_milli: milli ?? 0 }),
              },
            })
          }
        >
          保存
        </ReasonButton>
      </div>
    </div>
  )
}

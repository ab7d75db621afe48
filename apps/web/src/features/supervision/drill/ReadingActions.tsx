import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { PointScores, ReasonButton } from '@hengjuan/ui'
import { correctionRefusal } from './words.ts'
import { type ReadingActsProps, useReadingWords } from './use-reading-words.ts'
import type { CheckedTask, ReadingAction } from './use-reading-action.ts'
import css from './drill.module.css'

/** The checker's word on a reading. What can not be done says why. */
export function ReadingActions(props: ReadingActsProps) {
  const { task } = props
  const {
    score,
    setScore,
    points,
    given,
    bestOf,
    standsMilli,
    chosen,
    setChosen,
    comment,
    setComment,
    hint,
    isBenchmark,
    isByPoint,
    setByPoint,
    commentBox,
    isSending,
    problem,
    isOvertaken,
    lookAgain,
    refusals,
    full,
    act,
    stay,
    toBenchmark,
    explained,
    correct,
    corrected,
    choose,
  } = useReadingWords(props)
  return (
    <div className={css['actions']}>
      <FormGroup
        label="意见"
        helperText={problem ?? hint ?? '打回、转仲裁和撤销裁定时必填'}
        intent={(problem ?? hint) ? 'danger' : 'none'}
      >
        <TextArea
          fill
          inputRef={commentBox}
          rows={2}
          maxLength={200}
          aria-label="意见"
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </FormGroup>
      {isOvertaken && (
        <Button size="small" intent="primary" onClick={() => void lookAgain()}>
          刷新这份（意见和分数保留）
        </Button>
      )}
      <div className={css['row']}>
        <ReasonButton
          intent="primary"
          loading={isSending}
          reason={refusals.agree ?? refusals.correct}
          onClick={() => void act({ kind: 'agree' })}
        >
          合格
        </ReasonButton>
        {task.sent_back ? (
          <ReasonButton
            reason={task.sent_back.withdraw_refusal}
            loading={isSending}
            onClick={() => void stay({ kind: 'withdraw_return' })}
          >
            撤销打回
          </ReasonButton>
        ) : (
          <ReasonButton reason={refusals.send_back} onClick={() => explained('return')}>
            打回重评
          </ReasonButton>
        )}
      </div>
      <form
        className={css['row']}
        onSubmit={(event) => {
          event.preventDefault()
          correct()
        }}
      >
        <InputGroup
          aria-label="改为"
          placeholder={`0–${full}`}
          inputMode="decimal"
          value={score}
          onValueChange={(text) => {
            setChosen(null)
            setScore(text)
          }}
        />
        <ReasonButton
          type="submit"
          reason={
            refusals.correct ?? (chosen === null ? correctionRefusal(score, standsMilli) : null)
          }
        >
          改分
        </ReasonButton>
      </form>
      {given.length > 1 &&
        refusals.correct === null &&
        (isByPoint || corrected !== null ? (
          <PointScores
            points={points}
            given={given}
            corrected={corrected}
            bestOf={bestOf}
            onChange={choose}
          />
        ) : (
          <Button size="small" variant="minimal" onClick={() => setByPoint(true)}>
            按给分点改
          </Button>
        ))}
      <div className={css['row']}>
        <ReasonButton reason={refusals.escalate} onClick={() => explained('escalate')}>
          转仲裁
        </ReasonButton>
        <ReasonButton reason={refusals.reopen} onClick={() => explained('reopen')}>
          撤销裁定
        </ReasonButton>
      </div>
      <div className={css['row']}>
        <SecondReader task={task} isSending={isSending} onAct={(action) => void stay(action)} />
        <ReasonButton
          reason={isBenchmark ? '这份试卷已选作标准卷' : null}
          loading={isSending}
          onClick={() => void toBenchmark()}
        >
          {isBenchmark ? '已选作标准卷' : '选作标准卷'}
        </ReasonButton>
      </div>
    </div>
  )
}

/** To a second reader, and back while nobody has begun. */
function SecondReader(props: {
  task: CheckedTask
  isSending: boolean
  onAct: (action: ReadingAction) => void
}) {
  const { refusal, sent } = props.task.read_again
  return sent ? (
    <ReasonButton
      reason={sent.withdraw_refusal}
      loading={props.isSending}
      onClick={() => props.onAct({ kind: 'withdraw_again' })}
    >
      撤回第二人
    </ReasonButton>
  ) : (
    <ReasonButton
      reason={refusal}
      loading={props.isSending}
      onClick={() => props.onAct({ kind: 'send_again' })}
    >
      送第二人评阅
    </ReasonButton>
  )
}

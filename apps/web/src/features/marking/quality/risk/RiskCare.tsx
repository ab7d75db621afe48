import { FormGroup, TextArea } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { riskCare } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf, Time, toast } from '@hengjuan/ui'
import { keepTyped, useTypedOver } from '../../../../session/typed.ts'
import type { RiskPaper } from './RiskPapers.tsx'
import css from './risk.module.css'

/** Whose paper it is and who found it; what was done is written down here, and can be added to. */
export function RiskCare({ paper, onDone }: { paper: RiskPaper; onDone: () => void }) {
  const typedAs = `risk ${paper.risk_id}`
  const [note, setNote] = useTypedOver(typedAs, paper.care?.note ?? '')
  const save = useCall(riskCare, {
    onSuccess: () => {
      keepTyped(typedAs, '')
      toast.done('跟进情况已记录')
      onDone()
    },
  })
  return (
    <section className={css['care']} aria-label="跟进">
      <dl>
        <Fact name="考生">{paper.student_name}</Fact>
        <Fact name="班级">{paper.class_name}</Fact>
        <Fact name="学号">{paper.student_no}</Fact>
        <Fact name="考号">{paper.exam_no}</Fact>
        <Fact name="考试">{paper.exam_name}</Fact>
        <Fact name="题块">
          {paper.subject_name} {paper.block_name}（密号 {paper.secret_code}）
        </Fact>
        <Fact name="发现">
          {paper.raised_by} · <Time at={paper.raised_at} />
        </Fact>
      </dl>
      <p className={css['words']}>{paper.note || '阅卷教师没有写说明'}</p>
      <FormGroup
        label="跟进情况"
        helperText={
          save.error ? (
            sentenceOf(save.error)
          ) : paper.care ? (
            <>
              {paper.care.by_name} · <Time at={paper.care.at} /> 记录，可以补充
            </>
          ) : (
            '写明联系了谁、怎样安排；记录后顶部的提示消失'
          )
        }
        intent={save.error ? 'danger' : 'none'}
      >
        <TextArea
          fill
          rows={5}
          maxLength={500}
          aria-label="跟进情况"
          placeholder="例如：已与班主任、心理老师一起联系学生和家长"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </FormGroup>
      <ReasonButton
        intent="primary"
        loading={save.isPending}
        reason={note.trim() === '' ? '请写明跟进情况' : null}
        onClick={() => save.mutate({ body: { risk_id: paper.risk_id, note } })}
      >
        {paper.care ? '更新记录' : '记录跟进'}
      </ReasonButton>
      <p className={css['quiet']}>
        只有学校管理员能看到这一页，每次查看都有记录。这份试卷的得分由题组长另行处理，不受影响。
      </p>
    </section>
  )
}

function Fact(props: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}

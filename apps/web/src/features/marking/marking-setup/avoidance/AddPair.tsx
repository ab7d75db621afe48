import { InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { avoidedPairSet } from '@hengjuan/contracts'
import { Panel, ReasonButton, sentenceOf } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import css from './avoidance.module.css'
import { type FoundPerson, PersonSearch } from './PersonSearch.tsx'

const MOST_RELATION = 40

/** Keeps a teacher from a candidate's papers; both are looked for by name, number, class or school. */
export function AddPair(props: {
  examId: number
  onAdded: (pairIds: readonly number[], words: string) => void
}) {
  const [marker, setMarker] = useState<FoundPerson | null>(null)
  const [candidate, setCandidate] = useState<FoundPerson | null>(null)
  const [relation, setRelation] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const add = useCall(avoidedPairSet, {
    onSuccess: ({ pair_ids, recalled }) => {
      const back = recalled > 0 ? `，手中的 ${recalled} 份已收回` : ''
      props.onAdded(pair_ids, `${marker?.name ?? ''}不再评阅${candidate?.name ?? ''}的试卷${back}`)
      // The teacher stays: several children of one teacher are typed one after the other.
      setCandidate(null)
      setRelation('')
      form.current?.querySelector<HTMLInputElement>('input[aria-label="考生"]')?.focus()
    },
  })
  const reason = marker === null ? '请先选择教师' : candidate === null ? '请先选择考生' : null
  return (
    <Panel title="添加回避" note="对本场考试的全部科目有效，立即生效">
      <form
        ref={form}
        className={css['add']}
        onSubmit={(event) => {
          event.preventDefault()
          if (marker && candidate && !add.isPending)
            add.mutate({
              body: {
                exam_id: props.examId,
                action: 'add',
                marker_id: marker.person_id,
                candidate_id: candidate.person_id,
                relation,
              },
            })
        }}
      >
        <PersonSearch
          examId={props.examId}
          kind="marker"
          label="教师"
          placeholder="教师：姓名、账号或学校"
          value={marker}
          onChange={setMarker}
        />
        <span>不评阅</span>
        <PersonSearch
          examId={props.examId}
          kind="candidate"
          label="考生"
          placeholder="考生：姓名、考号或班级"
          value={candidate}
          onChange={setCandidate}
        />
        <InputGroup
          aria-label="关系"
          placeholder="关系（可不填）"
          maxLength={MOST_RELATION}
          value={relation}
          onValueChange={setRelation}
          style={{ width: 140 }}
        />
        <ReasonButton type="submit" intent="primary" loading={add.isPending} reason={reason}>
          添加
        </ReasonButton>
      </form>
      {add.error && (
        <p role="alert" className={css['problem']}>
          ✕ {sentenceOf(add.error)}
        </p>
      )}
    </Panel>
  )
}

import { InputGroup, MenuItem } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { avoidancePeople, avoidedPairSet, type ReplyOf } from '@hengjuan/contracts'
import { Panel, ProblemLine, ReasonButton, sentenceOf } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { Suggest } from '@blueprintjs/select'
import { keepPreviousData } from '@tanstack/react-query'
import css from './avoidance.module.css'

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
      <ProblemLine problem={add.error} />
    </Panel>
  )
}

type FoundPerson = ReplyOf<typeof avoidancePeople>[number]

const nameOf = ({ name }: FoundPerson): string => name
const isSame = (a: FoundPerson, b: FoundPerson): boolean => a.person_id === b.person_id

/** Looks for a teacher or a candidate of the exam while one types. */
function PersonSearch(props: {
  examId: number
  kind: 'marker' | 'candidate'
  label: string
  placeholder: string
  value: FoundPerson | null
  onChange: (person: FoundPerson | null) => void
}) {
  const { value } = props
  const [typed, setTyped] = useState('')
  const keyword = typed.trim()
  const { data, error } = useRoute(
    avoidancePeople,
    { query: { exam_id: props.examId, kind: props.kind, keyword } },
    { enabled: keyword !== '', placeholderData: keepPreviousData },
  )
  const found = keyword === '' ? [] : (data ?? [])
  const hint =
    keyword === ''
      ? props.placeholder
      : error
        ? sentenceOf(error)
        : data
          ? '没有找到，请核对后再输入'
          : '正在查找…'
  return (
    <Suggest<FoundPerson>
      items={[...found]}
      selectedItem={value}
      query={typed}
      onQueryChange={(text) => {
        setTyped(text)
        if (value && text !== '' && text !== value.name) props.onChange(null)
      }}
      inputValueRenderer={nameOf}
      itemsEqual={isSame}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      itemRenderer={(person, { handleClick, handleFocus, modifiers }) => (
        <MenuItem
          key={person.person_id}
          roleStructure="listoption"
          active={modifiers.active}
          selected={person.person_id === value?.person_id}
          text={`${person.name}　${[person.school_name, person.class_name].filter(Boolean).join(' ')}`}
          label={person.code}
          onClick={handleClick}
          onFocus={handleFocus}
        />
      )}
      noResults={<MenuItem disabled roleStructure="listoption" text={hint} />}
      onItemSelect={(person) => {
        props.onChange(person)
        setTyped('')
      }}
      inputProps={{
        'aria-label': props.label,
        placeholder: props.placeholder,
        style: { width: 240 },
      }}
      popoverProps={{ minimal: true }}
      menuProps={{ className: css['found'] ?? '' }}
    />
  )
}

import { MenuItem } from '@blueprintjs/core'
import { Suggest } from '@blueprintjs/select'
import { useRoute } from '@hengjuan/client/react'
import { avoidancePeople, type ReplyOf } from '@hengjuan/contracts'
import { sentenceOf } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import css from './avoidance.module.css'

export type FoundPerson = ReplyOf<typeof avoidancePeople>[number]

const nameOf = ({ name }: FoundPerson): string => name
const isSame = (a: FoundPerson, b: FoundPerson): boolean => a.person_id === b.person_id

/** Looks for a teacher or a candidate of the exam while one types. */
export function PersonSearch(props: {
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

import { Button, InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import css from './form.module.css'
import { useNavigation } from 'react-router'
import { afterValue, freshDraft } from './search-draft.ts'

/** One line of filters above a list; `onReset` shows while any filter is set. */
export function FilterBar(props: {
  children: ReactNode
  onReset?: (() => void) | undefined
  /** At the right: how many were found, export. */
  trailing?: ReactNode
}) {
  return (
    <search className={css['bar']}>
      {props.children}
      {props.onReset && (
        <Button variant="minimal" onClick={props.onReset}>
          清除筛选
        </Button>
      )}
      {props.trailing && <div className={css['trailing']}>{props.trailing}</div>}
    </search>
  )
}

/** A filter with its name before it. */
export const FilterField = (props: { label: string; children: ReactNode }) => (
  <label className={css['filter']}>
    <span>{props.label}</span>
    {props.children}
  </label>
)

/** Search text: tells after a pause in typing, at once on Enter. */
export function SearchField(props: {
  value: string
  onChange: (value: string) => void
  placeholder: string
  width?: number
}) {
  const { value, onChange } = props
  const [draft, setDraft] = useState(() => freshDraft(value))
  const now = afterValue(draft, value)
  // What comes back from outside is taken in while rendering, before it is seen.
  if (now !== draft) setDraft(now)
  const typed = now.text
  const tell = () => {
    if (typed !== value) setDraft({ ...now, told: [...now.told, typed] })
    onChange(typed)
  }
  const tellLater = useEffectEvent(tell)
  // A changed filter is a navigation: it would take the place of the one to the page that was clicked.
  const isUnderWay = useNavigation().state !== 'idle'
  // A pause of 300 ms, or every key would be a query.
  useEffect(() => {
    if (typed === value || isUnderWay) return
    const timer = setTimeout(tellLater, 300)
    return () => clearTimeout(timer)
  }, [typed, value, isUnderWay])
  return (
    <InputGroup
      type="search"
      leftIcon={<SearchIcon />}
      placeholder={props.placeholder}
      aria-label={props.placeholder}
      value={typed}
      onValueChange={(text) => setDraft({ ...now, text })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell()
      }}
      style={{ width: props.width ?? 220 }}
    />
  )
}

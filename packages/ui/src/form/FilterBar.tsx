import { Button, InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import css from './form.module.css'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router'
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

/** Or every key would be a query. */
const PAUSE_MS = 300

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
  // A changed filter is a navigation: it would take the place of the one to the page that was clicked. The
  // router itself is asked, since what it has begun may not have been rendered yet.
  const router = useContext(RouterContext)?.router
  const tellUnlessLeaving = useEffectEvent((): boolean => {
    if (router && router.state.navigation.state !== 'idle') return false
    tell()
    return true
  })
  useEffect(() => {
    if (typed === value) return
    const timer = setInterval(() => {
      if (tellUnlessLeaving()) clearInterval(timer)
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [typed, value])
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

import { Button, HTMLSelect, InputGroup, PopoverNext } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { routeKey, useCaller } from '@hengjuan/client/react'
import {
  type OwnBandRow,
  type ReplyOf,
  reportConfigGet,
  reportConfigSave,
  reportOwnBands,
} from '@hengjuan/contracts'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import { FilterField, sentenceOf, toast } from '@hengjuan/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../session/session-store.ts'
import css from './report.module.css'

/** A band as the address has it. */
export type Band = [name: string, from: number, to: number]
type Sets = ReplyOf<typeof reportOwnBands>['sets']

/** Bands that the school keeps: take a set, keep the one that is shown, remove one. @source reports P08 */
export function KeptBands(props: {
  sets: Sets
  rows: readonly OwnBandRow[]
  /** Are the bands shown somebody's own, which can be kept? */
  isOwn: boolean
  onTake: (bands: Band[]) => void
}) {
  const { sets, rows } = props
  const mayConfigure = useMay('report.configure')
  const shown = sets.find(
    ({ bands }) =>
      bands.length === rows.length &&
      rows.every((row) =>
        bands.some(
          ({ name, lower, upper }) =>
            name === row.name &&
            lower * MILLI_PER_POINT === row.from_milli &&
            upper * MILLI_PER_POINT === row.to_milli,
        ),
      ),
  )
  return (
    <>
      {sets.length > 0 && (
        <FilterField label="学校分段">
          <HTMLSelect
            value={shown?.name ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const taken = sets.find(({ name }) => name === value)
              if (taken)
                props.onTake(taken.bands.map(({ name, lower, upper }) => [name, lower, upper]))
            }}
          >
            <option value="">{shown ? '' : '未选'}</option>
            {sets.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </HTMLSelect>
        </FilterField>
      )}
      {mayConfigure && (props.isOwn || shown) && (
        <Keep sets={sets} rows={rows} shown={shown?.name ?? null} />
      )}
    </>
  )
}

function Keep(props: { sets: Sets; rows: readonly OwnBandRow[]; shown: string | null }) {
  const { shown } = props
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const { call } = useCaller()
  const client = useQueryClient()
  const keep = useMutation<void, CallError, { reason: string; change: (now: Sets) => Sets }>({
    mutationFn: async ({ reason, change }) => {
      const { band_sets, settings } = await call(reportConfigGet, { query: {} })
      await call(reportConfigSave, {
        body: {
          reason,
          versions: Object.fromEntries(settings.map(({ key, version }) => [key, version])),
          band_sets: change(band_sets),
        },
      })
    },
    onSuccess: async (_, { reason }) => {
      await client.invalidateQueries({ queryKey: routeKey(reportOwnBands) })
      toast.done(reason)
      setOpen(false)
    },
  })
  const own = name.trim()
  const bands = props.rows.map(({ name: band, from_milli, to_milli }) => ({
    name: band,
    lower: from_milli / MILLI_PER_POINT,
    upper: to_milli / MILLI_PER_POINT,
  }))
  const isTaken = props.sets.some((set) => set.name === own)
  if (shown !== null)
    return (
      <Button
        variant="minimal"
        loading={keep.isPending}
        onClick={() =>
          keep.mutate({
            reason: `已从学校分段中删去「${shown}」`,
            change: (now) => now.filter((set) => set.name !== shown),
          })
        }
        title="学校的其他人也不再看到这一套；可在报表设置的版本记录里找回"
      >
        删去这一套
      </Button>
    )
  return (
    <PopoverNext
      placement="bottom-start"
      isOpen={isOpen}
      onInteraction={setOpen}
      content={
        <form
          className={css['lineForm']}
          onSubmit={(event) => {
            event.preventDefault()
            if (own === '') return
            keep.mutate({
              reason: `已保存为学校分段「${own}」`,
              change: (now) => [...now.filter((set) => set.name !== own), { name: own, bands }],
            })
          }}
        >
          <FilterField label="名称">
            <InputGroup value={name} maxLength={20} onValueChange={setName} />
          </FilterField>
          {isTaken && <p role="status">已有同名的一套，保存后取代它</p>}
          <div>
            <Button type="submit" intent="primary" disabled={own === ''} loading={keep.isPending}>
              保存给全校使用
            </Button>
          </div>
          {keep.error && <p role="alert">{sentenceOf(keep.error)}</p>}
        </form>
      }
    >
      <Button>保存为学校分段…</Button>
    </PopoverNext>
  )
}

import { Button, InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { holdsText } from '@hengjuan/domain'
import { ConfirmDialog, Segmented } from '@hengjuan/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { MissingSeat } from '../../bridge/rooms-api.ts'
import type { StationReplies } from '../../bridge/station-api.ts'
import { type SeatPlace, useScreen } from '../station-store.ts'
import { GroupList } from './GroupList.tsx'
import { MissingTable } from './MissingTable.tsx'
import css from './rooms.module.css'
import { useAbsence } from './use-absence.ts'
import { SeatFoot } from './SeatFoot.tsx'

/** The rooms or classes on the left, who of the chosen one is missing on the right. */
export function SeatPlan(props: {
  plan: StationReplies['missingSeats']
  at: { exam_id: number; subject_id: number }
  onChanged: () => void
}) {
  const { plan } = props
  const { openFind, seatPlace } = useScreen()
  const hasRooms = plan.rooms.some(({ name }) => name !== null)
  const [by, setBy] = useState<SeatPlace['by']>(seatPlace?.by ?? (hasRooms ? 'room' : 'class'))
  const [place, setPlace] = useState<SeatPlace | null>(seatPlace)
  const [isAbsent, setAbsent] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [isAsking, setAsking] = useState(false)
  const absence = useAbsence(props.at, props.onChanged)
  const table = useRef<HTMLDivElement>(null)
  const groups = by === 'room' ? plan.rooms : plan.classes
  const here = plan.missing.filter((seat) => isAt(seat, place) && isFound(seat, keyword.trim()))
  const shown = here.filter((seat) => seat.is_absent === isAbsent)
  const absentCount = here.filter((seat) => seat.is_absent).length
  const find = (seat: MissingSeat) => openFind(seat.exam_no)

  /** Keys of the list; typing belongs to the field. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const places: (SeatPlace | null)[] = [null, ...groups.map(({ name }) => ({ by, name }))]
      const now = places.findIndex((one) => one?.name === place?.name && one?.by === place?.by)
      const next = places[now + (event.key === 'ArrowDown' ? 1 : -1)]
      if (next !== undefined) setPlace(next)
      event.preventDefault()
      return
    }
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey) return
    const active = table.current?.querySelector<HTMLElement>('[data-active]')
    const seat = shown[Number(active?.dataset['index'] ?? -1)]
    if (event.key === '/') document.getElementById('seat-filter')?.focus()
    else if (event.key === 'a' && seat) absence.toggle(seat)
    else if (event.key === 'f' && seat) find(seat)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={css['plan']} role="presentation" onKeyDown={onKeyDown}>
      <aside className={css['groups']}>
        <Segmented
          label="分组"
          value={by}
          onChange={(next) => {
            setBy(next)
            setPlace(null)
          }}
          options={[
            { value: 'room', label: '考场' },
            { value: 'class', label: '班级' },
          ]}
        />
        <GroupList by={by} plan={plan} groups={groups} place={place} onChoose={setPlace} />
      </aside>
      <section className={css['missing']} aria-label="未扫名单">
        <div className={css['tools']}>
          <Segmented
            label="名单"
            value={isAbsent ? 1 : 0}
            onChange={(next) => setAbsent(next === 1)}
            options={[
              { value: 0, label: '未扫', count: here.length - absentCount },
              { value: 1, label: '已登记缺考', count: absentCount },
            ]}
          />
          <InputGroup
            id="seat-filter"
            className={css['filter'] ?? ''}
            leftIcon={<SearchIcon />}
            placeholder="考号、姓名或座位"
            aria-label="筛选未扫考生"
            value={keyword}
            maxLength={40}
            autoFocus
            onValueChange={setKeyword}
            onKeyDown={(event) => {
              if (event.altKey) return
              if (event.key === 'ArrowDown' || event.key === 'Enter')
                table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
            }}
          />
          {!isAbsent && (
            <Button
              disabled={shown.length === 0 || absence.isPending}
              text={`这 ${shown.length} 人都缺考…`}
              onClick={() => setAsking(true)}
            />
          )}
        </div>
        <div ref={table} className={css['table']}>
          <MissingTable
            rows={shown}
            isAbsent={isAbsent}
            isPending={absence.isPending}
            isFiltered={keyword.trim() !== ''}
            onToggle={absence.toggle}
            onFind={find}
          />
        </div>
        <SeatFoot fetchedAt={plan.fetched_at} />
      </section>
      <ConfirmDialog
        isOpen={isAsking}
        title="登记缺考"
        effect={`将把 ${shown.length} 名没有答题卡的考生登记为缺考`}
        confirmText={`登记 ${shown.length} 人缺考`}
        isPending={absence.isPending}
        onConfirm={() => void absence.sign(shown).then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      >
        请先确认答题卡已全部扫描。登记后可以逐人撤销；之后若扫到答题卡，会列入缺考异常。
      </ConfirmDialog>
    </div>
  )
}

const isAt = (seat: MissingSeat, place: SeatPlace | null): boolean =>
  place === null || (place.by === 'room' ? seat.room_no : seat.class_name) === place.name

const isFound = ({ exam_no, name, seat_no }: MissingSeat, text: string): boolean =>
  text === '' || holdsText(exam_no, text) || holdsText(name, text) || seat_no === text

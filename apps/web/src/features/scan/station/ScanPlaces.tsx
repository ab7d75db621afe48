import type { clientMarkingDetail, ReplyOf } from '@hengjuan/contracts'
import { Panel, ProgressBar, SimpleTable } from '@hengjuan/ui'

export type Detail = ReplyOf<typeof clientMarkingDetail>

interface Place {
  name: string
  expected: number
  scanned: number
  absent: number
}

export function ScanPlaces({ data }: { data: Detail }) {
  const rooms = data.rooms.filter(({ room_no }) => room_no !== null)
  const places = rooms.length > 0 ? 'room' : 'class'
  const rows: Place[] =
    places === 'room'
      ? rooms.map((room) => ({
          ...room,
          name: `第 ${room.room_no} 考场`,
          // Who is absent is not expected.
          expected: room.expected - room.absent,
        }))
      : data.classes.map((one) => ({ ...one, name: one.class_name, absent: 0 }))
  return (
    <Panel title={places === 'room' ? '各考场' : '各班级'} note="已扫考生" flush>
      <SimpleTable
        label={places === 'room' ? '各考场已扫考生' : '各班级已扫考生'}
        rows={rows}
        rowKey={({ name }) => name}
        empty="还没有考生"
        columns={[
          { key: 'name', title: places === 'room' ? '考场' : '班级', render: ({ name }) => name },
          {
            key: 'scanned',
            title: '已扫考生',
            render: ({ name, scanned, expected }) => (
              <ProgressBar label={`${name}已扫考生`} done={scanned} total={expected} />
            ),
          },
          ...(places === 'room'
            ? [
                {
                  key: 'absent',
                  title: '确认缺考',
                  align: 'right' as const,
                  render: ({ absent }: Place) => absent || '–',
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

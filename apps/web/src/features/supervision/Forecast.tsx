import { Time } from '@hengjuan/ui'
import css from './supervision.module.css'
import { dayTime, type Expected, noForecast } from './words.ts'

/** When it will be done, or why nobody can say, and by when it should be; how far off that is where one points. */
export function Forecast({ row, of = 'block' }: { row: Expected; of?: 'block' | 'subject' }) {
  const { eta, deadline, numbers } = row
  const isOpen = numbers.done < numbers.total
  return (
    <>
      {noForecast(row, of) ?? (
        <>
          预计 <Time at={eta} {...(eta ? { text: dayTime(eta) } : {})} />{' '}
          <span className={css['unbroken']}>完成</span>
        </>
      )}
      {deadline !== null && isOpen && (
        <>
          ，期限 <Time at={deadline} text={dayTime(deadline)} />
        </>
      )}
    </>
  )
}

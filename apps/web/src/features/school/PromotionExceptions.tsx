import { Button, HTMLSelect } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { studentList } from '@hengjuan/contracts'
import { classLabel } from '@hengjuan/domain'
import { SearchField } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import css from './school.module.css'
import type { Exception } from './promotion-plan.ts'

const EXCEPTIONS = [
  { value: 'repeat', label: '留级' },
  { value: 'suspended', label: '休学' },
  { value: 'left', label: '离校' },
] as const

export function PromotionExceptions(props: {
  list: readonly Exception[]
  onChange: (list: readonly Exception[]) => void
}) {
  const { list, onChange } = props
  const { call } = useCaller()
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    queryKey: [studentList.path, 'exceptions', keyword],
    queryFn: () => call(studentList, { query: { keyword, limit: 8 } }),
    enabled: keyword.trim() !== '',
  })
  const known = new Set(list.map(({ student_id }) => student_id))
  return (
    <>
      <SearchField value={keyword} onChange={setKeyword} placeholder="搜索不随班升级的学生" />
      {keyword.trim() !== '' && (
        <div className={css['picked']}>
          {found.data?.list.length === 0 && '没有找到'}
          {found.data?.list
            .filter(({ student_id }) => !known.has(student_id))
            .map((one) => (
              <Button
                key={one.student_id}
                size="small"
                onClick={() => {
                  onChange([
                    ...list,
                    {
                      student_id: one.student_id,
                      action: 'repeat',
                      name: `${one.name}（${classLabel(one.grade_id, one.class_name)}）`,
                    },
                  ])
                  setKeyword('')
                }}
              >
                {one.name} {classLabel(one.grade_id, one.class_name)}
              </Button>
            ))}
        </div>
      )}
      {list.map((one) => (
        <div key={one.student_id} className={css['pair']}>
          {one.name}
          <HTMLSelect
            aria-label={`${one.name}的处理`}
            value={one.action}
            options={[...EXCEPTIONS]}
            onChange={({ currentTarget }) =>
              onChange(
                list.map((other) =>
                  other.student_id === one.student_id
                    ? { ...other, action: currentTarget.value as Exception['action'] }
                    : other,
                ),
              )
            }
          />
          <Button
            size="small"
            variant="minimal"
            onClick={() => onChange(list.filter((other) => other !== one))}
          >
            移除
          </Button>
        </div>
      ))}
    </>
  )
}

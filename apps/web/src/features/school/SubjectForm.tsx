import { useCall, useCaller } from '@hengjuan/client/react'
import { subjectAdd, subjectExists, subjectUpdate } from '@hengjuan/contracts'
import { type Stage, STAGES } from '@hengjuan/domain'
import { SchemaDialog, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SubjectRow } from './SubjectTable.tsx'
import { useRefreshSchool } from './use-school.ts'

const STAGE_OPTIONS = Object.entries(STAGES).map(([value, label]) => ({ value, label }))

/** Makes a subject, or changes one that the school made. */
export function SubjectForm({ row, onClose }: { row?: SubjectRow; onClose: () => void }) {
  const refresh = useRefreshSchool()
  const finish = (message: string) => {
    toast.done(message)
    onClose()
    return refresh()
  }
  const add = useCall(subjectAdd, {
    onSuccess: ({ linked }, { body }) =>
      finish(linked ? `已启用已有的科目 ${body.name}` : `已添加科目 ${body.name}`),
  })
  const update = useCall(subjectUpdate, { onSuccess: () => finish('已保存科目') })
  return (
    <SchemaDialog
      title={row ? '修改科目' : '添加科目'}
      schema={subjectAdd.body}
      initial={{
        name: row?.name ?? '',
        short_name: row?.short_name ?? '',
        stages: row?.stages ?? ([] as Stage[]),
      }}
      submitText={row ? '保存' : '添加'}
      isPending={add.isPending || update.isPending}
      error={add.error ?? update.error}
      errorFields={{ SUBJECT_NAME_TAKEN: 'name' }}
      onClose={onClose}
      onSubmit={(body) =>
        row
          ? update.mutate({ body: { ...body, subject_id: row.subject_id } })
          : add.mutate({ body })
      }
      fields={{
        name: {
          kind: 'text',
          label: '名称',
          isRequired: true,
          autoFocus: true,
          maxLength: 12,
          placeholder: '如 信息技术',
          hint: row ? undefined : knownHint,
        },
        short_name: {
          kind: 'text',
          label: '简称',
          isRequired: true,
          maxLength: 4,
          hint: '最多 4 个字，用在表头和选科里',
        },
        stages: { kind: 'many', label: '学段', options: STAGE_OPTIONS, hint: '不选为全部学段' },
      }}
    />
  )
}

const knownHint = ({ name }: { name: string }) => <Known name={name} />

const PAUSE_MS = 400

/** Says whether the name is there already: then that subject is used, and none is made twice. */
function Known({ name }: { name: string }) {
  const { call } = useCaller()
  const asked = useSettled(name.trim())
  const { data } = useQuery({
    queryKey: [subjectExists.path, asked],
    queryFn: () => call(subjectExists, { query: { name: asked } }),
    enabled: asked !== '' && asked.length <= 12,
  })
  if (!data?.exists) return null
  return <>{data.used_here ? '本校已在使用这个科目' : '已有同名科目，添加后直接启用，不会重复'}</>
}

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

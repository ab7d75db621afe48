import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, studentConsent, type studentDetail } from '@hengjuan/contracts'
import { isUnderFourteen } from '@hengjuan/domain'
import { Time, toast } from '@hengjuan/ui'
import { useRefreshSchool } from './use-school.ts'

/** What the guardian of a student agreed to; the school notes what came on paper. */
export function StudentConsent(props: {
  detail: ReplyOf<typeof studentDetail>
  mayManage: boolean
}) {
  const refresh = useRefreshSchool()
  const note = useCall(studentConsent, {
    onSuccess: (_, { body }) => {
      toast.done(body.action === 'record' ? '已登记监护人同意' : '已撤回监护人同意')
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const { guardian_consent: given, student } = props.detail
  if (!isUnderFourteen(student.grade_id) && !given) return null
  const set = (action: 'record' | 'withdraw') =>
    note.mutate({ body: { student_ids: [student.student_id], action } })
  return (
    <p>
      监护人同意：
      {given ? (
        <>
          {given.by}，第 {given.version} 版（
          <Time at={given.at} />）
        </>
      ) : (
        '还没有'
      )}{' '}
      {props.mayManage && (
        <Button
          size="small"
          loading={note.isPending}
          onClick={() => set(given ? 'withdraw' : 'record')}
        >
          {given ? '撤回' : '登记纸质同意书'}
        </Button>
      )}
    </p>
  )
}

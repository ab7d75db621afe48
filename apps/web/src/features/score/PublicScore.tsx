import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { studentScore } from '@hengjuan/contracts'
import { sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { OwnSheet } from './OwnScore.tsx'
import css from './public-score.module.css'

/** Scores for who is not signed in and knows the query password of the number. */
export function PublicScore({ examId, examNo }: { examId: number; examNo: string }) {
  const [password, setPassword] = useState('')
  const query = useCall(studentScore)
  if (query.data)
    return (
      <div className={css['public']}>
        <OwnSheet own={query.data} />
      </div>
    )
  return (
    <form
      className={`${css['public']} ${css['form']}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') query.mutate({ body: { exam_id: examId, exam_no: examNo, password } })
      }}
    >
      <h1>成绩查询</h1>
      <p>
        考号 <b>{examNo}</b>
      </p>
      <FormGroup
        label="查询密码"
        labelFor="query-password"
        helperText="印在准考证或密码条上；没有收到或忘记了，请找班主任重置"
      >
        <InputGroup
          id="query-password"
          type="password"
          size="large"
          autoFocus
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
        />
      </FormGroup>
      {query.error && (
        <p className={css['problem']} role="alert">
          ✕{' '}
          {query.error.code === 'QUERY_NOT_MATCHED'
            ? '考号或查询密码不正确，请核对后重试'
            : sentenceOf(query.error)}
        </p>
      )}
      <Button type="submit" intent="primary" size="large" fill loading={query.isPending}>
        查询
      </Button>
      <p className={css['other']}>
        已有账号？<Link to="/Login">登录后查看全部考试</Link>
      </p>
    </form>
  )
}

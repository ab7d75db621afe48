/** What a form can say of a new password by itself; the server judges the rest. */
export function newPasswordProblem(fresh: string, again: string): string | null {
  if (fresh === '') return '请输入新密码'
  return fresh === again ? null : '两次输入的新密码不一致，请重新输入'
}

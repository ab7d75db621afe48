export const WAYS = ['school', 'phone', 'region', 'oidc', 'ldap', 'forgot'] as const
/** What the page of signing in shows. */
export type Way = (typeof WAYS)[number]

/** Who knocked at the wrong door is shown the right one. */
export function otherWay(code: string | undefined): { way: Way; text: string } | null {
  if (code === 'NO_SCHOOL_PERMISSION') return { way: 'region', text: '改用区域登录' }
  if (code === 'NO_REGION_PERMISSION') return { way: 'school', text: '改用账号密码登录' }
  return null
}

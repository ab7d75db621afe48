import { CallError } from '@hengjuan/client'

export const offline = (cause: unknown): CallError =>
  new CallError({ status: 0, code: 'OFFLINE', message: '网络不通，请检查网络后重试', cause })

/** Worth trying again by itself: no answer, a busy or broken server, a full disk there. */
export const isPassing = (error: CallError): boolean =>
  error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500

/** A session that the server no longer takes: gone, or its token against cross-site calls replaced. */
export const endsSession = (error: CallError): boolean =>
  error.status === 401 || error.code === 'CSRF_FAILED'

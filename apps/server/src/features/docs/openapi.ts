import { fileFieldOf, type OrDuty, type Route } from '@hengjuan/contracts'
import { PERMISSIONS, errorBook, errorStatus, roleLabel, rolesThatMay } from '@hengjuan/domain'

/** OpenAPI 3.1 document of the given calls. The schemas are JSON Schema already; nothing is translated. */
export function openApiOf(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes.toSorted((a, b) => (a.path + a.method < b.path + b.method ? -1 : 1)))
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route)
  return {
    openapi: '3.1.0',
    info: {
      title: '衡卷 接口',
      version: '1',
      description:
        '成功时 HTTP 200，内容为 `{ code, msg, data }`（code 为 200，权限与存储令牌接口为 10000）。' +
        '失败时 HTTP 状态与 code 相同，`error` 为错误代码，`msg` 为中文说明，`fields` 为各字段的问题。' +
        '除 GET 外的请求需要在 `x-csrf-token` 头中带上登录时得到的 csrf_token。分数单位为千分之一分。',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'hj_session' } },
      schemas: { Error: errorSchema },
    },
  }
}

function operationOf(route: Route): object {
  return {
    tags: [route.area],
    summary: route.summary,
    description: accessText(route),
    ...(route.access.kind === 'anyone' ? {} : { security: [{ session: [] }] }),
    parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
    ...(route.body || route.bodyKind ? { requestBody: { content: bodyContent(route) } } : {}),
    responses: { 200: { description: '成功', content: replyContent(route) }, ...refusals(route) },
  }
}

function accessText(route: Route): string {
  const { access } = route
  if (access.kind === 'anyone') return `无需登录：${access.why}`
  if (access.kind === 'signedIn') return '登录即可'
  const roles = rolesThatMay(access.permission).map(roleLabel).join('、')
  const text = `需要权限「${PERMISSIONS[access.permission].label}」：${roles}`
  return access.or ? `${text}；${DUTIES[access.or]}` : text
}

const DUTIES: Record<OrDuty, string> = {
  leads: '或题块的题组长，不论角色范围，限本人负责的题块',
  assigned: '或题块的阅卷教师、题组长，不论角色范围，限本人的题块',
}

function parametersOf(place: 'path' | 'query', schema: unknown): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(property.description ? { description: property.description } : {}),
    schema: property,
  }))
}

function bodyContent(route: Route): object {
  switch (route.bodyKind ?? 'json') {
    case 'json':
      return { 'application/json': { schema: route.body } }
    case 'form':
      return {
        'application/x-www-form-urlencoded': { schema: route.body },
        'multipart/form-data': { schema: route.body },
        'application/json': { schema: route.body },
      }
    case 'bytes':
      return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    case 'multipart':
      return {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: [fileFieldOf(route)],
            properties: { [fileFieldOf(route)]: { type: 'string', format: 'binary' } },
          },
        },
      }
  }
}

function replyContent(route: Route): object {
  switch (route.replyKind ?? 'json') {
    case 'json':
      return {
        'application/json': {
          schema: {
            type: 'object',
            required: ['code', 'msg', 'data'],
            properties: {
              code: { const: route.successCode ?? 200 },
              msg: { type: 'string' },
              data: route.reply ?? { type: 'null' },
            },
          },
        },
      }
    case 'file':
      return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    case 'image':
      return { 'image/*': { schema: { type: 'string', format: 'binary' } } }
    case 'events':
      return { 'text/event-stream': { schema: { type: 'string' } } }
  }
}

const errorSchema = {
  type: 'object',
  required: ['code', 'msg', 'error', 'fields', 'request_id'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    data: { type: 'null' },
    error: { type: 'string' },
    facts: { type: 'object' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, msg: { type: 'string' } },
      },
    },
    request_id: { type: 'string' },
  },
}

/** Refusals by HTTP status, each with the sentences that it may carry. */
function refusals(route: Route): Record<string, object> {
  const codes = [
    ...(route.access.kind === 'anyone' ? [] : (['LOGIN_EXPIRED'] as const)),
    ...(route.access.kind === 'can' ? (['NOT_ALLOWED'] as const) : []),
    ...(route.access.kind === 'can' && route.access.or ? (['MARKING_NOT_LEADER'] as const) : []),
    ...(route.query || route.body || route.params ? (['INPUT_INVALID'] as const) : []),
    ...(route.errors ?? []),
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `${code}：${errorBook[code]}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

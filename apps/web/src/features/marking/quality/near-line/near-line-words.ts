export const READ_ONLY = '当前身份只能查看阅卷设置'

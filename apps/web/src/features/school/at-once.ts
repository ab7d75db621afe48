/** Making a password takes the server a moment; so many at a time show that it goes on. */
export const AT_ONCE = 20

/** How somebody proved who they are. */
export type Proof = 'password' | 'phone' | 'oidc' | 'ldap' | 'partner'

/** The endpoint's default port. Clients have it in their files. */
export const usualPort = 7411

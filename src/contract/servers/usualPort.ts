/** The default port of the endpoint: clients have it in their files. */
export const usualPort = 7411

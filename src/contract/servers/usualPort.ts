/** Where the endpoint is unless somebody chooses otherwise: files of clients have it written down. */
export const usualPort = 7411

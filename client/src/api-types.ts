/** Generated from openapi.json by `npm run generate`: change the service's schemas instead. */
export interface paths {
    readonly "/livez": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The process is up */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @enum {string} */
                            readonly status: "ok";
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** It can take scores and answer ranks */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @enum {string} */
                            readonly status: "ok";
                            /** @description What will soon, or already does, end some service */
                            readonly warnings: readonly string[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/scores": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Report one score */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    readonly answer?: "ranks" | "scores" | "none";
                    readonly include?: "scopes";
                    readonly backfill?: "true" | "false";
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        readonly playerId: string;
                        /** @description Identity of the event, with board and player; may be left out on best boards only */
                        readonly matchId?: string;
                        /** @description A number, or its decimal text */
                        readonly score?: number | string;
                        /** @description A number, or its decimal text */
                        readonly delta?: number | string;
                        /** @description By column, on boards with several */
                        readonly values?: {
                            readonly [key: string]: number | string;
                        };
                        /** @description Milliseconds since 1970, or RFC 3339 with an offset */
                        readonly achievedAt?: number | string;
                        readonly scopes?: {
                            readonly [key: string]: string;
                        };
                        /** @description Up to 1 KiB as compact JSON, stored and never looked at */
                        readonly metadata?: {
                            readonly [key: string]: unknown;
                        };
                        /** @description The period it was meant for */
                        readonly period?: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly applied: boolean;
                            readonly duplicate: boolean;
                            readonly state: "counted" | "held" | "voided";
                            readonly playerId: string;
                            readonly matchId: string;
                            readonly standings?: {
                                readonly [key: string]: {
                                    readonly score?: number;
                                    readonly values?: {
                                        readonly [key: string]: number;
                                    };
                                    readonly rank?: number | null;
                                    readonly previousScore?: number | null;
                                    readonly previousValues?: {
                                        readonly [key: string]: number;
                                    } | null;
                                    readonly previousRank?: number | null;
                                    readonly improved: boolean;
                                } | null;
                            };
                            readonly scopes?: {
                                readonly [key: string]: {
                                    readonly [key: string]: {
                                        readonly score?: number;
                                        readonly values?: {
                                            readonly [key: string]: number;
                                        };
                                        readonly rank?: number | null;
                                        readonly previousScore?: number | null;
                                        readonly previousValues?: {
                                            readonly [key: string]: number;
                                        } | null;
                                        readonly previousRank?: number | null;
                                        readonly improved: boolean;
                                    } | null;
                                };
                            };
                            readonly closed: readonly string[];
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description Default Response */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly applied: boolean;
                            readonly duplicate: boolean;
                            readonly state: "counted" | "held" | "voided";
                            readonly playerId: string;
                            readonly matchId: string;
                            readonly standings?: {
                                readonly [key: string]: {
                                    readonly score?: number;
                                    readonly values?: {
                                        readonly [key: string]: number;
                                    };
                                    readonly rank?: number | null;
                                    readonly previousScore?: number | null;
                                    readonly previousValues?: {
                                        readonly [key: string]: number;
                                    } | null;
                                    readonly previousRank?: number | null;
                                    readonly improved: boolean;
                                } | null;
                            };
                            readonly scopes?: {
                                readonly [key: string]: {
                                    readonly [key: string]: {
                                        readonly score?: number;
                                        readonly values?: {
                                            readonly [key: string]: number;
                                        };
                                        readonly rank?: number | null;
                                        readonly previousScore?: number | null;
                                        readonly previousValues?: {
                                            readonly [key: string]: number;
                                        } | null;
                                        readonly previousRank?: number | null;
                                        readonly improved: boolean;
                                    } | null;
                                };
                            };
                            readonly closed: readonly string[];
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/scores": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Report one score, with the board in the body */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    readonly answer?: "ranks" | "scores" | "none";
                    readonly include?: "scopes";
                    readonly backfill?: "true" | "false";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        readonly board: string;
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        readonly playerId: string;
                        /** @description Identity of the event, with board and player; may be left out on best boards only */
                        readonly matchId?: string;
                        /** @description A number, or its decimal text */
                        readonly score?: number | string;
                        /** @description A number, or its decimal text */
                        readonly delta?: number | string;
                        /** @description By column, on boards with several */
                        readonly values?: {
                            readonly [key: string]: number | string;
                        };
                        /** @description Milliseconds since 1970, or RFC 3339 with an offset */
                        readonly achievedAt?: number | string;
                        readonly scopes?: {
                            readonly [key: string]: string;
                        };
                        /** @description Up to 1 KiB as compact JSON, stored and never looked at */
                        readonly metadata?: {
                            readonly [key: string]: unknown;
                        };
                        /** @description The period it was meant for */
                        readonly period?: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly applied: boolean;
                            readonly duplicate: boolean;
                            readonly state: "counted" | "held" | "voided";
                            readonly playerId: string;
                            readonly matchId: string;
                            readonly standings?: {
                                readonly [key: string]: {
                                    readonly score?: number;
                                    readonly values?: {
                                        readonly [key: string]: number;
                                    };
                                    readonly rank?: number | null;
                                    readonly previousScore?: number | null;
                                    readonly previousValues?: {
                                        readonly [key: string]: number;
                                    } | null;
                                    readonly previousRank?: number | null;
                                    readonly improved: boolean;
                                } | null;
                            };
                            readonly scopes?: {
                                readonly [key: string]: {
                                    readonly [key: string]: {
                                        readonly score?: number;
                                        readonly values?: {
                                            readonly [key: string]: number;
                                        };
                                        readonly rank?: number | null;
                                        readonly previousScore?: number | null;
                                        readonly previousValues?: {
                                            readonly [key: string]: number;
                                        } | null;
                                        readonly previousRank?: number | null;
                                        readonly improved: boolean;
                                    } | null;
                                };
                            };
                            readonly closed: readonly string[];
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description Default Response */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly applied: boolean;
                            readonly duplicate: boolean;
                            readonly state: "counted" | "held" | "voided";
                            readonly playerId: string;
                            readonly matchId: string;
                            readonly standings?: {
                                readonly [key: string]: {
                                    readonly score?: number;
                                    readonly values?: {
                                        readonly [key: string]: number;
                                    };
                                    readonly rank?: number | null;
                                    readonly previousScore?: number | null;
                                    readonly previousValues?: {
                                        readonly [key: string]: number;
                                    } | null;
                                    readonly previousRank?: number | null;
                                    readonly improved: boolean;
                                } | null;
                            };
                            readonly scopes?: {
                                readonly [key: string]: {
                                    readonly [key: string]: {
                                        readonly score?: number;
                                        readonly values?: {
                                            readonly [key: string]: number;
                                        };
                                        readonly rank?: number | null;
                                        readonly previousScore?: number | null;
                                        readonly previousValues?: {
                                            readonly [key: string]: number;
                                        } | null;
                                        readonly previousRank?: number | null;
                                        readonly improved: boolean;
                                    } | null;
                                };
                            };
                            readonly closed: readonly string[];
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/top": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The top of a board, or a page of it */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                    /** @description 1 to 1000; 100 where it is left out */
                    readonly limit?: string;
                    /** @description 0-based place of the first row */
                    readonly offset?: string;
                    readonly cursor?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly entries: readonly {
                                readonly rank: number;
                                readonly playerId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly reachedAt: number;
                                readonly metadata?: {
                                    readonly [key: string]: unknown;
                                } | null;
                            }[];
                            readonly next: string | null;
                            readonly previous: string | null;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/players/{player}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A player with the window around */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    readonly neighbours?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly player: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly rank: number;
                            readonly playerId: string;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            readonly reachedAt: number;
                            readonly metadata?: {
                                readonly [key: string]: unknown;
                            } | null;
                            readonly attempts: number;
                            readonly percentile: number;
                            readonly topPercent: number;
                            readonly entries: readonly {
                                readonly rank: number;
                                readonly playerId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly reachedAt: number;
                                readonly metadata?: {
                                    readonly [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/player": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A player with the window around; the id in the query */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly id: string;
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    readonly neighbours?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly rank: number;
                            readonly playerId: string;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            readonly reachedAt: number;
                            readonly metadata?: {
                                readonly [key: string]: unknown;
                            } | null;
                            readonly attempts: number;
                            readonly percentile: number;
                            readonly topPercent: number;
                            readonly entries: readonly {
                                readonly rank: number;
                                readonly playerId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly reachedAt: number;
                                readonly metadata?: {
                                    readonly [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/players/{player}/rank": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A player's standing and rank */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly player: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly rank: number;
                            readonly playerId: string;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            readonly reachedAt: number;
                            readonly metadata?: {
                                readonly [key: string]: unknown;
                            } | null;
                            readonly attempts: number;
                            readonly percentile: number;
                            readonly topPercent: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/player/rank": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A player's standing and rank; the id in the query */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly id: string;
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly rank: number;
                            readonly playerId: string;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            readonly reachedAt: number;
                            readonly metadata?: {
                                readonly [key: string]: unknown;
                            } | null;
                            readonly attempts: number;
                            readonly percentile: number;
                            readonly topPercent: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/players/{player}/window": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The players just above and below one */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    readonly above?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    readonly below?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly player: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly rank: number;
                            readonly playerId: string;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            readonly reachedAt: number;
                            readonly metadata?: {
                                readonly [key: string]: unknown;
                            } | null;
                            readonly attempts: number;
                            readonly percentile: number;
                            readonly topPercent: number;
                            readonly entries: readonly {
                                readonly rank: number;
                                readonly playerId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly reachedAt: number;
                                readonly metadata?: {
                                    readonly [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/player/window": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The players just above and below one; the id in the query */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly id: string;
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    readonly above?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    readonly below?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly rank: number;
                            readonly playerId: string;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            readonly reachedAt: number;
                            readonly metadata?: {
                                readonly [key: string]: unknown;
                            } | null;
                            readonly attempts: number;
                            readonly percentile: number;
                            readonly topPercent: number;
                            readonly entries: readonly {
                                readonly rank: number;
                                readonly playerId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly reachedAt: number;
                                readonly metadata?: {
                                    readonly [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/lookup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Many players, ranked among themselves */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly playerIds: readonly string[];
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly entries: readonly {
                                readonly position: number;
                                readonly rank: number;
                                readonly playerId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly reachedAt: number;
                                readonly metadata?: {
                                    readonly [key: string]: unknown;
                                } | null;
                                readonly attempts: number;
                                readonly percentile: number;
                                readonly topPercent: number;
                            }[];
                            readonly notFound: readonly string[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/at-rank/{n}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Who stands at a place of the order */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    readonly include?: "metadata";
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                    readonly n: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly rank: number;
                            readonly playerId: string;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            readonly reachedAt: number;
                            readonly metadata?: {
                                readonly [key: string]: unknown;
                            } | null;
                            readonly attempts: number;
                            readonly percentile: number;
                            readonly topPercent: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/around-score": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Where a new score would stand */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description name:value */
                    readonly scope?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    readonly above?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    readonly below?: string;
                    /** @description The value; on boards with several columns a parameter a column */
                    readonly score?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string | null;
                            readonly total: number;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                            readonly exact: boolean;
                            readonly score?: number;
                            readonly values?: {
                                readonly [key: string]: number;
                            };
                            readonly rank: number;
                            readonly topPercent: number;
                            readonly percentile: number;
                            readonly entries: readonly {
                                readonly rank: number;
                                readonly playerId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly reachedAt: number;
                                readonly metadata?: {
                                    readonly [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/periods": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The periods that hold events */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description 1 to 1000; 100 where it is left out */
                    readonly limit?: string;
                    /** @description The key behind which the page begins */
                    readonly after?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly periods: readonly {
                                readonly period: string;
                                readonly kind: string;
                                readonly start: number | null;
                                readonly end: number | null;
                                readonly total: number;
                                readonly state: "open" | "closed";
                            }[];
                            readonly next: string | null;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/scopes/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A scope's values, each with its total */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    readonly period?: string;
                    /** @description 1 to 1000; 100 where it is left out */
                    readonly limit?: string;
                    /** @description The value behind which the page begins */
                    readonly after?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                    readonly name: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly period: string;
                            readonly scope: string;
                            readonly values: readonly {
                                readonly value: string;
                                readonly total: number;
                            }[];
                            readonly next: string | null;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/players/{player}/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A player's events, newest accepted first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description 1 to 1000; 100 where it is left out */
                    readonly limit?: string;
                    readonly cursor?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly player: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly playerId: string;
                            readonly events: readonly {
                                readonly matchId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                readonly state: "counted" | "held" | "voided";
                                /** @description Keys of the periods that took it */
                                readonly periods: readonly string[];
                                readonly scopes: {
                                    readonly [key: string]: string;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly achievedAt: number;
                                /** @description Milliseconds since 1970 */
                                readonly acceptedAt: number;
                                /** @description Whether one of the player's standings is this event now */
                                readonly makesStanding: boolean;
                            }[];
                            readonly next: string | null;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/player/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A player's events, newest accepted first; the id in the query */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly id: string;
                    /** @description 1 to 1000; 100 where it is left out */
                    readonly limit?: string;
                    readonly cursor?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly board: string;
                            readonly playerId: string;
                            readonly events: readonly {
                                readonly matchId: string;
                                readonly score?: number;
                                readonly values?: {
                                    readonly [key: string]: number;
                                };
                                readonly state: "counted" | "held" | "voided";
                                /** @description Keys of the periods that took it */
                                readonly periods: readonly string[];
                                readonly scopes: {
                                    readonly [key: string]: string;
                                };
                                /** @description Milliseconds since 1970 */
                                readonly achievedAt: number;
                                /** @description Milliseconds since 1970 */
                                readonly acceptedAt: number;
                                /** @description Whether one of the player's standings is this event now */
                                readonly makesStanding: boolean;
                            }[];
                            readonly next: string | null;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The boards that the caller may see */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly boards: readonly {
                                readonly id: string;
                                readonly title: string;
                                readonly semantics: "best" | "sum" | "last";
                                readonly columns: readonly {
                                    readonly name: string;
                                    readonly order: "desc" | "asc";
                                    readonly decimals: number;
                                    readonly min: number | null;
                                    readonly max: number | null;
                                }[];
                                readonly ties: "first" | "last" | "shared" | "dense";
                                readonly periods: readonly ("all" | "day" | "week" | "month" | {
                                    readonly season: string;
                                    readonly start: string;
                                    readonly end: string;
                                })[];
                                readonly timeZone: string;
                                readonly weekStart: string;
                                readonly grace: string;
                                readonly maxAge: string | null;
                                readonly scopes: readonly string[];
                                /** @enum {string} */
                                readonly rank: "exact";
                                readonly publicReads: boolean;
                                readonly retention: {
                                    readonly day?: string;
                                    readonly week?: string;
                                    readonly month?: string;
                                    readonly season?: string;
                                };
                            }[];
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A board's definition with its present periods, sizes and next reset */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly id: string;
                            readonly title: string;
                            readonly semantics: "best" | "sum" | "last";
                            readonly columns: readonly {
                                readonly name: string;
                                readonly order: "desc" | "asc";
                                readonly decimals: number;
                                readonly min: number | null;
                                readonly max: number | null;
                            }[];
                            readonly ties: "first" | "last" | "shared" | "dense";
                            readonly periods: readonly ("all" | "day" | "week" | "month" | {
                                readonly season: string;
                                readonly start: string;
                                readonly end: string;
                            })[];
                            readonly timeZone: string;
                            readonly weekStart: string;
                            readonly grace: string;
                            readonly maxAge: string | null;
                            readonly scopes: readonly string[];
                            /** @enum {string} */
                            readonly rank: "exact";
                            readonly publicReads: boolean;
                            readonly retention: {
                                readonly day?: string;
                                readonly week?: string;
                                readonly month?: string;
                                readonly season?: string;
                            };
                            readonly standings: readonly {
                                readonly period: string;
                                readonly kind: string;
                                readonly start: number | null;
                                readonly end: number | null;
                                readonly total: number;
                            }[];
                            readonly nextReset: number | null;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/admin/leaderboards/{board}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Define a board, or change it */
        readonly put: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        readonly id?: string;
                        readonly title?: string;
                        /** @description best, sum or last */
                        readonly semantics?: string;
                        readonly columns?: readonly {
                            readonly [key: string]: unknown;
                        }[];
                        /** @description first, last, shared or dense */
                        readonly ties?: string;
                        readonly periods?: readonly (string | {
                            readonly [key: string]: unknown;
                        })[];
                        readonly timeZone?: string;
                        readonly weekStart?: string;
                        readonly grace?: string;
                        readonly maxAge?: string | null;
                        readonly scopes?: readonly string[];
                        readonly rank?: unknown;
                        readonly publicReads?: boolean;
                        readonly retention?: {
                            readonly [key: string]: unknown;
                        };
                        readonly plausibility?: unknown;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly id: string;
                            readonly title: string;
                            readonly semantics: "best" | "sum" | "last";
                            readonly columns: readonly {
                                readonly name: string;
                                readonly order: "desc" | "asc";
                                readonly decimals: number;
                                readonly min: number | null;
                                readonly max: number | null;
                            }[];
                            readonly ties: "first" | "last" | "shared" | "dense";
                            readonly periods: readonly ("all" | "day" | "week" | "month" | {
                                readonly season: string;
                                readonly start: string;
                                readonly end: string;
                            })[];
                            readonly timeZone: string;
                            readonly weekStart: string;
                            readonly grace: string;
                            readonly maxAge: string | null;
                            readonly scopes: readonly string[];
                            /** @enum {string} */
                            readonly rank: "exact";
                            readonly publicReads: boolean;
                            readonly retention: {
                                readonly day?: string;
                                readonly week?: string;
                                readonly month?: string;
                                readonly season?: string;
                            };
                            readonly standings: readonly {
                                readonly period: string;
                                readonly kind: string;
                                readonly start: number | null;
                                readonly end: number | null;
                                readonly total: number;
                            }[];
                            readonly nextReset: number | null;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description Default Response */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly id: string;
                            readonly title: string;
                            readonly semantics: "best" | "sum" | "last";
                            readonly columns: readonly {
                                readonly name: string;
                                readonly order: "desc" | "asc";
                                readonly decimals: number;
                                readonly min: number | null;
                                readonly max: number | null;
                            }[];
                            readonly ties: "first" | "last" | "shared" | "dense";
                            readonly periods: readonly ("all" | "day" | "week" | "month" | {
                                readonly season: string;
                                readonly start: string;
                                readonly end: string;
                            })[];
                            readonly timeZone: string;
                            readonly weekStart: string;
                            readonly grace: string;
                            readonly maxAge: string | null;
                            readonly scopes: readonly string[];
                            /** @enum {string} */
                            readonly rank: "exact";
                            readonly publicReads: boolean;
                            readonly retention: {
                                readonly day?: string;
                                readonly week?: string;
                                readonly month?: string;
                                readonly season?: string;
                            };
                            readonly standings: readonly {
                                readonly period: string;
                                readonly kind: string;
                                readonly start: number | null;
                                readonly end: number | null;
                                readonly total: number;
                            }[];
                            readonly nextReset: number | null;
                            /** @description Milliseconds since 1970 */
                            readonly asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly post?: never;
        /** Delete a board with all that belongs to it */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    readonly reason?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Deleted */
                readonly 204: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/admin/leaderboards/{board}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Fold a board's events anew and compare with state and index */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly id: string;
                            readonly verb: string;
                            readonly board: string | null;
                            readonly state: "running" | "done" | "failed";
                            /** @description Milliseconds since 1970 */
                            readonly startedAt: number;
                            readonly endedAt: number | null;
                            readonly progress: unknown;
                            readonly result: unknown;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/admin/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The same for every board, in one pass */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly id: string;
                            readonly verb: string;
                            readonly board: string | null;
                            readonly state: "running" | "done" | "failed";
                            /** @description Milliseconds since 1970 */
                            readonly startedAt: number;
                            readonly endedAt: number | null;
                            readonly progress: unknown;
                            readonly result: unknown;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/admin/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every key that is not revoked */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly keys: readonly {
                                readonly id: string;
                                readonly name: string;
                                readonly rights: readonly ("read" | "submit" | "review" | "admin")[];
                                readonly boards: readonly string[] | null;
                                /** @description Milliseconds since 1970 */
                                readonly createdAt: number;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Make a key; its secret is shown this once */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly name: string;
                        readonly rights: readonly ("read" | "submit" | "review" | "admin")[];
                        readonly boards?: readonly string[] | null;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly id: string;
                            readonly name: string;
                            readonly rights: readonly ("read" | "submit" | "review" | "admin")[];
                            readonly boards: readonly string[] | null;
                            /** @description Milliseconds since 1970 */
                            readonly createdAt: number;
                            /** @description Shown this once; only its hash is kept */
                            readonly secret: string;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        /** Revoke a key; its id in the query */
        readonly delete: {
            readonly parameters: {
                readonly query: {
                    readonly id: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Revoked */
                readonly 204: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/admin/keys/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Revoke a key */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Revoked */
                readonly 204: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/admin/jobs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** How a long operation is getting on */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly id: string;
                            readonly verb: string;
                            readonly board: string | null;
                            readonly state: "running" | "done" | "failed";
                            /** @description Milliseconds since 1970 */
                            readonly startedAt: number;
                            readonly endedAt: number | null;
                            readonly progress: unknown;
                            readonly result: unknown;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/leaderboards/{board}/scores/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Report many scores: an array of up to 5,000, or NDJSON of any length */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    readonly answer?: "ranks" | "scores" | "none";
                    readonly include?: "scopes";
                    readonly backfill?: "true" | "false";
                };
                readonly header?: never;
                readonly path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    readonly board: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": readonly {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        readonly playerId: string;
                        /** @description Identity of the event, with board and player; may be left out on best boards only */
                        readonly matchId?: string;
                        /** @description A number, or its decimal text */
                        readonly score?: number | string;
                        /** @description A number, or its decimal text */
                        readonly delta?: number | string;
                        /** @description By column, on boards with several */
                        readonly values?: {
                            readonly [key: string]: number | string;
                        };
                        /** @description Milliseconds since 1970, or RFC 3339 with an offset */
                        readonly achievedAt?: number | string;
                        readonly scopes?: {
                            readonly [key: string]: string;
                        };
                        /** @description Up to 1 KiB as compact JSON, stored and never looked at */
                        readonly metadata?: {
                            readonly [key: string]: unknown;
                        };
                        /** @description The period it was meant for */
                        readonly period?: string;
                    }[];
                    readonly "application/x-ndjson": readonly {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        readonly playerId: string;
                        /** @description Identity of the event, with board and player; may be left out on best boards only */
                        readonly matchId?: string;
                        /** @description A number, or its decimal text */
                        readonly score?: number | string;
                        /** @description A number, or its decimal text */
                        readonly delta?: number | string;
                        /** @description By column, on boards with several */
                        readonly values?: {
                            readonly [key: string]: number | string;
                        };
                        /** @description Milliseconds since 1970, or RFC 3339 with an offset */
                        readonly achievedAt?: number | string;
                        readonly scopes?: {
                            readonly [key: string]: string;
                        };
                        /** @description Up to 1 KiB as compact JSON, stored and never looked at */
                        readonly metadata?: {
                            readonly [key: string]: unknown;
                        };
                        /** @description The period it was meant for */
                        readonly period?: string;
                    }[];
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly results: readonly ({
                                readonly index: number;
                                readonly status: number;
                            } & {
                                readonly [key: string]: unknown;
                            })[];
                            readonly applied: number;
                            readonly duplicates: number;
                            readonly held: number;
                            readonly refused: number;
                        };
                    };
                };
                /** @description A problem document */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/problem+json": {
                            readonly type: string;
                            readonly title: string;
                            readonly status: number;
                            readonly code: string;
                            readonly detail: string;
                            readonly instance: string;
                            readonly requestId: string;
                            readonly errors?: readonly {
                                readonly path: string;
                                readonly message: string;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
